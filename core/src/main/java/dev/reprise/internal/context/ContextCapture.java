package dev.reprise.internal.context;

import dev.reprise.context.CallContext;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The parts of the caller's context that a retry propagates. */
public final class ContextCapture {

  public static final ContextCapture NONE = new ContextCapture(null);

  private final @Nullable CallContext context;

  private ContextCapture(@Nullable CallContext context) {
    this.context = context;
  }

  /** Adds a context. An exception of its code affects neither the call nor other contexts. */
  public ContextCapture and(CallContext more) {
    CallContext guarded = new GuardedContext(more);
    return new ContextCapture(context == null ? guarded : context.and(guarded));
  }

  public boolean isEmpty() {
    return context == null;
  }

  /** The context of a call that begins on this thread. */
  public Captured capture() {
    return context == null ? Captured.NOTHING : new Captured(context.capture());
  }

  /** The captured context of one call; may be empty. */
  public static final class Captured {

    public static final Captured NOTHING = new Captured(null);

    private final CallContext.@Nullable Snapshot snapshot;

    private Captured(CallContext.@Nullable Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    public boolean isNothing() {
      return snapshot == null;
    }

    /** Restores the context on this thread, until the scope is closed. */
    public CallContext.Scope open() {
      return snapshot == null ? GuardedContext.NO_SCOPE : snapshot.open();
    }

    public void run(Runnable work) {
      try (CallContext.Scope scope = open()) {
        work.run();
      }
    }

    public Runnable around(Runnable work) {
      return snapshot == null ? work : () -> run(work);
    }

    public Executor aroundTasksOf(Executor executor) {
      return snapshot == null ? executor : work -> executor.execute(around(work));
    }

    public <T extends @Nullable Object> AttemptOperation<T, ?> aroundAttempts(
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
