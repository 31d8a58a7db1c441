package dev.reprise;

import dev.reprise.context.CallContext;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The caller's context, as far as a retry carries it. What its code throws is logged once, and then
 * the call goes on as if there were none.
 */
final class Surroundings {

  static final Surroundings NONE = new Surroundings(null);

  private static final CallContext.Scope NO_SCOPE = () -> {};

  private final @Nullable CallContext context;
  private final AtomicBoolean logged = new AtomicBoolean();

  private Surroundings(@Nullable CallContext context) {
    this.context = context;
  }

  Surroundings and(CallContext more) {
    return new Surroundings(context == null ? more : context.and(more));
  }

  boolean isEmpty() {
    return context == null;
  }

  /** The context of a call that begins on this thread. */
  Captured capture() {
    if (context == null) {
      return Captured.NOTHING;
    }
    try {
      return new Captured(this, context.capture());
    } catch (Throwable bug) {
      log(bug);
      return Captured.NOTHING;
    }
  }

  private void log(Throwable bug) {
    if (logged.compareAndSet(false, true)) {
      System.getLogger("dev.reprise")
          .log(
              Level.WARNING,
              "The context of a retry threw; calls go on without it, and this is said only once",
              bug);
    }
  }

  /** The context of one call, or nothing. */
  static final class Captured {

    static final Captured NOTHING = new Captured(NONE, null);

    private final Surroundings origin;
    private final CallContext.@Nullable Snapshot snapshot;

    private Captured(Surroundings origin, CallContext.@Nullable Snapshot snapshot) {
      this.origin = origin;
      this.snapshot = snapshot;
    }

    void run(Runnable work) {
      CallContext.Scope scope = open();
      try {
        work.run();
      } finally {
        close(scope);
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
      CallContext.Scope scope = open();
      try {
        return operation.call(attempt);
      } finally {
        close(scope);
      }
    }

    private CallContext.Scope open() {
      if (snapshot == null) {
        return NO_SCOPE;
      }
      try {
        return snapshot.open();
      } catch (Throwable bug) {
        origin.log(bug);
        return NO_SCOPE;
      }
    }

    private void close(CallContext.Scope scope) {
      try {
        scope.close();
      } catch (Throwable bug) {
        origin.log(bug);
      }
    }
  }
}
