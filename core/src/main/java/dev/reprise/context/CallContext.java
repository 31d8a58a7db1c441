package dev.reprise.context;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Context of a call on its caller's thread, such as a logging context, a trace or a security
 * identity. It is captured when the call begins, restored around every attempt, callback and
 * completion on any thread, and removed afterwards. Must be safe for use by many threads.
 *
 * <p>If a context throws, that is logged once, and the call continues without it.
 */
@FunctionalInterface
public interface CallContext {

  /**
   * Takes a snapshot, on the thread that makes the call.
   *
   * @return the snapshot; any thread may open it, several at the same time if attempts are hedged,
   *     and more than once
   */
  Snapshot capture();

  /** The context of one call. */
  @FunctionalInterface
  interface Snapshot {

    /**
     * Activates the context on the current thread.
     *
     * @return a scope that removes it; the same thread closes it, in reverse order of opening
     */
    Scope open();
  }

  /** The context on a thread, until it is closed. */
  @FunctionalInterface
  interface Scope extends AutoCloseable {

    /** Restores the previous context of the thread. */
    @Override
    void close();
  }

  /**
   * A context that can be read and written, such as that of SLF4J: {@code CallContext.of(
   * MDC::getCopyOfContextMap, MDC::setContextMap, MDC::clear)}, or a thread local: {@code
   * CallContext.of(local::get, local::set, local::remove)}.
   *
   * @param read reads the current thread's value; null if it has none
   * @param write sets the current thread's value, never null
   * @param clear removes the current thread's value
   * @param <T> type of the value; it must not change when the value of the thread changes
   * @return the context
   */
  static <T> CallContext of(
      Supplier<? extends @Nullable T> read, Consumer<? super T> write, Runnable clear) {
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(write, "write");
    Objects.requireNonNull(clear, "clear");
    return () -> {
      T captured = read.get();
      return () -> {
        T before = read.get();
        set(captured, write, clear);
        return () -> set(before, write, clear);
      };
    };
  }

  private static <T> void set(@Nullable T value, Consumer<? super T> write, Runnable clear) {
    if (value == null) {
      clear.run();
    } else {
      write.accept(value);
    }
  }

  /**
   * Combines this context with another one.
   *
   * @param inner opened after this one, and closed before it, even if that throws
   * @return both
   */
  default CallContext and(CallContext inner) {
    Objects.requireNonNull(inner, "inner");
    return () -> {
      Snapshot outerSnapshot = capture();
      Snapshot innerSnapshot = inner.capture();
      return () -> both(outerSnapshot.open(), innerSnapshot);
    };
  }

  private static Scope both(Scope outer, Snapshot innerSnapshot) {
    Scope inner;
    try {
      inner = innerSnapshot.open();
    } catch (Throwable bug) {
      outer.close();
      throw bug;
    }
    return () -> {
      try (outer) {
        inner.close();
      }
    };
  }
}
