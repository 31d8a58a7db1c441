package dev.reprise.internal.context;

import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The parts of the caller's context that a retry propagates, and what observes its call. */
public final class ContextCapture {

  public static final ContextCapture NONE = new ContextCapture(null, null);

  private final @Nullable CallContext context;
  private final CallObserver.@Nullable ObservedCall observed;

  private ContextCapture(
      @Nullable CallContext context, CallObserver.@Nullable ObservedCall observed) {
    this.context = context;
    this.observed = observed;
  }

  /** Adds a context. An exception of its code affects neither the call nor other contexts. */
  public ContextCapture and(CallContext more) {
    CallContext guarded = new GuardedContext(more);
    return new ContextCapture(context == null ? guarded : context.and(guarded), observed);
  }

  /** For one call, which must not throw: within the context. */
  public ContextCapture observedBy(CallObserver.ObservedCall call) {
    return new ContextCapture(context, call);
  }

  public boolean isEmpty() {
    return context == null && observed == null;
  }

  /** The context of a call that begins on this thread. */
  public Captured capture() {
    return isEmpty()
        ? Captured.NOTHING
        : new Captured(context == null ? null : context.capture(), observed);
  }

  /** The captured context of one call; may be empty. */
  public static final class Captured {

    public static final Captured NOTHING = new Captured(null, null);

    private final CallContext.@Nullable Snapshot snapshot;
    private final CallObserver.@Nullable ObservedCall observed;

    private Captured(
        CallContext.@Nullable Snapshot snapshot, CallObserver.@Nullable ObservedCall observed) {
      this.snapshot = snapshot;
      this.observed = observed;
    }

    public boolean isNothing() {
      return snapshot == null && observed == null;
    }

    /** Returns whether attempts are observed: then each needs its attempt information. */
    public boolean isObserved() {
      return observed != null;
    }

    /** Restores the context on this thread, until the scope is closed. */
    public CallContext.Scope open() {
      CallContext.Scope context = openSnapshot();
      return observed == null ? context : both(context, observed.open());
    }

    /**
     * Restores the context on this thread for an attempt, until the scope is closed.
     *
     * @param attempt the attempt; null only if attempts are not observed
     */
    public CallContext.Scope open(@Nullable Attempt attempt) {
      CallContext.Scope context = openSnapshot();
      return observed == null || attempt == null
          ? context
          : both(context, observed.beginAttempt(attempt));
    }

    private CallContext.Scope openSnapshot() {
      return snapshot == null ? GuardedContext.NO_SCOPE : snapshot.open();
    }

    /** Neither scope throws. */
    private static CallContext.Scope both(CallContext.Scope outer, CallContext.Scope inner) {
      return outer == GuardedContext.NO_SCOPE
          ? inner
          : () -> {
            inner.close();
            outer.close();
          };
    }

    public void run(Runnable work) {
      try (CallContext.Scope scope = open()) {
        work.run();
      }
    }

    public Runnable around(Runnable work) {
      return isNothing() ? work : () -> run(work);
    }

    public Executor aroundTasksOf(Executor executor) {
      return isNothing() ? executor : work -> executor.execute(around(work));
    }

    public <T extends @Nullable Object> AttemptOperation<T, ?> aroundAttempts(
        AttemptOperation<T, ?> operation) {
      return isNothing() ? operation : attempt -> call(operation, attempt);
    }

    private <T extends @Nullable Object> T call(AttemptOperation<T, ?> operation, Attempt attempt)
        throws Throwable {
      try (CallContext.Scope scope = open(attempt)) {
        return operation.call(attempt);
      }
    }
  }
}
