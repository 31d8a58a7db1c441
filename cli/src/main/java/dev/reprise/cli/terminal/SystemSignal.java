package dev.reprise.cli.terminal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Signals of the system. They are handled by {@code sun.misc.Signal}, by reflection: the compiler
 * warns whoever uses that class, and there are Javas without it.
 */
final class SystemSignal {

  private SystemSignal() {}

  /**
   * Runs an action, on a thread of its own, each time a signal comes. One that is ignored, as
   * {@code nohup} has it, stays so: Java takes no handler for it.
   *
   * @param name its name without {@code SIG}
   * @param action what is done
   */
  static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance(name),
              Proxy.newProxyInstance(
                  handler.getClassLoader(),
                  new Class<?>[] {handler},
                  (self, method, arguments) -> answer(self, method, arguments, action)));
    } catch (ReflectiveOperationException | IllegalArgumentException unknown) {
      // Java has no such class, or was started with signals disabled (-Xrs).
    }
  }

  private static @Nullable Object answer(
      Object self, Method method, Object[] arguments, Runnable action) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "reprise";
      default -> {
        action.run();
        yield null;
      }
    };
  }
}
