package dev.reprise.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.budget.RetryBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** The pause of {@link RetryState} that a server requests. */
public class PauseStress {

  @JCStressTest
  @Description("Two pauses are requested at the same time: the one that ends last applies.")
  @Outcome(id = "200", expect = ACCEPTABLE, desc = "the longer one")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "calls begin during the pause of the server")
  @State
  public static class TheLongerPauseApplies {

    private final RetryState state = RetryState.of(RetryBudget.unlimited());

    @Actor
    public void one() {
      state.pause(100, 0);
    }

    @Actor
    public void another() {
      state.pause(200, 0);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = state.remainingPauseNanos(0);
    }
  }
}
