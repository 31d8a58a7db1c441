package dev.reprise.cli.terminal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Signals of the operating system, through {@code sun.misc.Signal}. That class is used by
 * reflection, since the compiler warns of it and some JVMs do not have it.
 */
final class SystemSignal {

  private SystemSignal() {}

  /**
   * Runs an action each time a signal is received, on a new thread. A signal that the process
   * ignores, as after {@code nohup}, is still ignored: Java accepts no handler for it.
   *
   * @param name the name of the signal without {@code SIG}
   * @param action the action
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
                  (self, method, arguments) -> handle(self, method, arguments, action)));
    } catch (ReflectiveOperationException | IllegalArgumentException unavailable) {
      // Java has no such class, or was started with signals disabled (-Xrs).
    }
  }

  private static @Nullable Object handle(
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
