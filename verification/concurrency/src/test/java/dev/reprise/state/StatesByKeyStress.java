package dev.reprise.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StatesByKey}, which calls use through {@link Retry#on}. */
public class StatesByKeyStress {

  @JCStressTest
  @Description("Two threads that select a new key at the same time use one state.")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both are counted in the state of the key")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a call settles with a state that is not shared")
  @State
  public static class OneKeyHasOneState {

    private static final RetryPolicy POLICY = RetryPolicy.defaults();

    private final Retry retry = Retry.of(POLICY).withBudget(RetryBudget.unlimited());

    @Actor
    public void one() {
      retry.on("key").state().retryingStarted();
    }

    @Actor
    public void another() {
      retry.on("key").state().retryingStarted();
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = retry.on("key").state().view().retrying();
    }
  }
}
