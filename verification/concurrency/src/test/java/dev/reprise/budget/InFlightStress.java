package dev.reprise.budget;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJ_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** {@link InFlightBudget}: the numbers of calls and of retries in progress. */
public class InFlightStress {

  @JCStressTest
  @Description("Two threads request the last permit: one gets it.")
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first has it")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the second has it")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or none have it")
  @State
  public static class LastPermitGoesToOne {

    private final InFlightBudget budget = new InFlightBudget(0, 1);

    @Actor
    public void one(ZZJ_Result r) {
      r.r1 = budget.tryAcquire(0);
    }

    @Actor
    public void another(ZZJ_Result r) {
      r.r2 = budget.tryAcquire(0);
    }

    @Arbiter
    public void after(ZZJ_Result r) {
      r.r3 = budget.retries();
    }
  }

  @JCStressTest
  @Description("A permit returned during another request is counted.")
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "one returned, one granted")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a permit was lost or created")
  @State
  public static class ReturnedPermitIsCounted {

    private final InFlightBudget budget = new InFlightBudget(0, 2);

    public ReturnedPermitIsCounted() {
      budget.tryAcquire(0);
    }

    @Actor
    public void giveBack() {
      budget.permitReturned(false, 0);
    }

    @Actor
    public void acquire(ZJ_Result r) {
      r.r1 = budget.tryAcquire(0);
    }

    @Arbiter
    public void after(ZJ_Result r) {
      r.r2 = budget.retries();
    }
  }

  @JCStressTest
  @Description("Two calls that begin and end on two threads are removed from the count.")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the count before both calls")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "an ended call is counted, or subtracted twice")
  @State
  public static class EndedCallsAreRemoved {

    private final InFlightBudget budget = new InFlightBudget(20, 3);

    @Actor
    public void succeed() {
      budget.callStarted(0);
      budget.firstAttemptSucceeded(0);
    }

    @Actor
    public void retry() {
      budget.callStarted(0);
      budget.firstAttemptFailed(0);
      if (budget.tryAcquire(0)) {
        budget.permitReturned(true, 0);
      }
      budget.callFinished(0);
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = budget.isFull(0);
    }
  }
}
