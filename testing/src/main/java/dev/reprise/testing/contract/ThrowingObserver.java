package dev.reprise.testing.contract;

import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;

/** Throws wherever it can: when a scope is opened or, every other time, when it is closed. */
@SuppressWarnings("StaticAssignmentOfThrowable") // a new one at each step of long calls is slow
final class ThrowingObserver implements CallObserver.ObservedCall {

  private static final RuntimeException BUG = new IllegalStateException("bug");
  private static final Error SEVERE = new AssertionError("severe bug");

  private int opened;

  @Override
  public CallContext.Scope beginAttempt(Attempt attempt) {
    return open();
  }

  @Override
  public CallContext.Scope open() {
    if (opened++ % 2 == 0) {
      throw BUG;
    }
    return () -> {
      throw SEVERE;
    };
  }

  @Override
  public void on(RetryEvent event) {
    if (opened % 2 == 0) {
      throw BUG;
    }
    throw SEVERE;
  }
}
