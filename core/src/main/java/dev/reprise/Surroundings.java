package dev.reprise;

import dev.reprise.context.CallContext;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The caller's context, as far as a retry carries it. */
final class Surroundings {

  static final Surroundings NONE = new Surroundings(null);

  private final @Nullable CallContext context;

  private Surroundings(@Nullable CallContext context) {
    this.context = context;
  }

  /** One more context. What its code throws is its own loss: neither the call nor others notice. */
  Surroundings and(CallContext more) {
    CallContext careful = new CarefulContext(more);
    return new Surroundings(context == null ? careful : context.and(careful));
  }

  boolean isEmpty() {
    return context == null;
  }

  /** The context of a call that begins on this thread. */
  Captured capture() {
    return context == null ? Captured.NOTHING : new Captured(context.capture());
  }

  /** The context of one call, or nothing. */
  static final class Captured {

    static final Captured NOTHING = new Captured(null);

    private final CallContext.@Nullable Snapshot snapshot;

    private Captured(CallContext.@Nullable Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    boolean isNothing() {
      return snapshot == null;
    }

    /** Puts the context on this thread, until the scope is closed. */
    CallContext.Scope open() {
      return snapshot == null ? CarefulContext.NO_SCOPE : snapshot.open();
    }

    void run(Runnable work) {
      try (CallContext.Scope scope = open()) {
        work.run();
      }
    }

    Runnable around(Runnable work) {
      return snapshot == null ? work : () -> run(work);
    }

    Executor aroundTasksOf(Executor executor) {
      return snapshot == null ? executor : work -> executor.execute(around(work));
    }

    <T extends @Nullable Object> AttemptOperation<T, ?> aroundAttempts(
        AttemptOperation<T, ?> operation) {
      return snapshot == null ? operation : attempt -> call(operation, attempt);
    }

    private <T extends @Nullable Object> T call(AttemptOperation<T, ?> operation, Attempt attempt)
        throws Throwable {
      try (CallContext.Scope scope = open()) {
        return operation.call(attempt);
      }
    }
  }
}
