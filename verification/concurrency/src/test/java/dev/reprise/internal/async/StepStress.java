package dev.reprise.internal.async;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link ClaimableStep}: one thread claims it, and the operation that it waits for is cancelled.
 */
public class StepStress {

  /** A step without an operation. */
  static final class Step extends ClaimableStep {

    private static final long serialVersionUID = 1;
  }

  @JCStressTest
  @Description("Two threads claim a step: one gets it.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first has it")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second has it")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or none have it")
  @State
  public static class OneClaimsAStep {

    private final Step step = new Step();

    @Actor
    public void one(ZZ_Result r) {
      r.r1 = step.claim();
    }

    @Actor
    public void another(ZZ_Result r) {
      r.r2 = step.claim();
    }
  }

  @JCStressTest
  @Description(
      "The operation that a step waits for is cancelled, even if the step is claimed before the"
          + " operation is known.")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "cancelled by the claimant or by the starter")
  @Outcome(
      id = "2",
      expect = ACCEPTABLE_INTERESTING,
      desc = "by both; cancelling twice is harmless")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the operation continues without the step")
  @State
  public static class TheClaimedOperationIsCancelled {

    private final Step step = new Step();
    private final AtomicInteger cancelled = new AtomicInteger();

    @Actor
    public void start() {
      step.undoBy(cancelled::incrementAndGet);
    }

    @Actor
    public void end() {
      if (step.claim()) {
        step.release();
      }
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = cancelled.get();
    }
  }
}
