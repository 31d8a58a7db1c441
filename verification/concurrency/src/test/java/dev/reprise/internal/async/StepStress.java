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

/** {@link ClaimableStep}: one claims it, and what it waits for is called off. */
public class StepStress {

  /** A step of nothing. */
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
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "called off by the claimant or by the starter")
  @Outcome(id = "2", expect = ACCEPTABLE_INTERESTING, desc = "by both; to cancel twice is harmless")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "what a step waited for goes on without it")
  @State
  public static class WhatIsClaimedIsCalledOff {

    private final Step step = new Step();
    private final AtomicInteger calledOff = new AtomicInteger();

    @Actor
    public void start() {
      step.undoBy(calledOff::incrementAndGet);
    }

    @Actor
    public void end() {
      if (step.claim()) {
        step.release();
      }
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = calledOff.get();
    }
  }
}
