package dev.reprise.verification.benchmarks.virtual;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** {@code Thread.startVirtualThread} for code that is compiled for a JDK without it. */
final class VirtualThreads {

  static final int SINCE = 21;

  private VirtualThreads() {}

  static boolean exist() {
    return Runtime.version().feature() >= SINCE;
  }

  /**
   * Starts a virtual thread.
   *
   * @throws UnsupportedOperationException on a JDK without them
   */
  static Thread start(Runnable task) {
    if (!exist()) {
      throw new UnsupportedOperationException(
          "Virtual threads need JDK " + SINCE + ", but this is " + Runtime.version());
    }
    try {
      return (Thread) Starter.START.invokeExact(task);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable never) {
      throw new IllegalStateException(never);
    }
  }

  private static final class Starter {

    static final MethodHandle START = find();

    private static MethodHandle find() {
      try {
        return MethodHandles.publicLookup()
            .findStatic(
                Thread.class,
                "startVirtualThread",
                MethodType.methodType(Thread.class, Runnable.class));
      } catch (ReflectiveOperationException missing) {
        throw new IllegalStateException(missing);
      }
    }
  }
}
