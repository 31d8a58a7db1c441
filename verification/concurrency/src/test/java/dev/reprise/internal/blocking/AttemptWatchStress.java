package dev.reprise.internal.blocking;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link AttemptWatch}: the end of an attempt against its interrupt. A watch belongs to the thread
 * that creates it, so the interrupting thread waits until it exists.
 */
public class AttemptWatchStress {

  /** Approximate time for the interrupting thread to see the watch. */
  private static final int SPINS = 20;

  private static void work() {
    for (int spins = 0; spins < SPINS; spins++) {
      Thread.onSpinWait();
    }
  }

  @JCStressTest
  @Description("The interrupt of an attempt timeout is seen within the attempt or not at all.")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "returned before the interrupt")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "interrupted, and the flag is cleared")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "an interrupt outlived its attempt")
  @State
  public static class NoInterruptOutlivesItsAttempt {

    private volatile @Nullable AttemptWatch watch;

    @Actor
    public void attempt(ZZ_Result r) {
      boolean leftByTheLast = Thread.interrupted();
      AttemptWatch mine = AttemptWatch.begin();
      watch = mine;
      work();
      r.r1 = mine.returned();
      r.r2 = Thread.interrupted() | leftByTheLast;
    }

    @Actor
    public void interrupter() {
      AttemptWatch theirs = watch;
      while (theirs == null) {
        Thread.onSpinWait();
        theirs = watch;
      }
      theirs.run();
    }
  }

  @JCStressTest
  @Description("An interrupt of the outer attempt that the inner attempt cleared is restored.")
  @Outcome(id = "false, false, false, false", expect = ACCEPTABLE, desc = "both returned before")
  @Outcome(id = "false, false, true, false", expect = ACCEPTABLE, desc = "the outer one afterwards")
  @Outcome(
      id = "false, true, true, false",
      expect = ACCEPTABLE,
      desc = "the outer interrupt, within the inner attempt")
  @Outcome(
      id = "true, true, true, false",
      expect = ACCEPTABLE,
      desc = "both, and the flag set again")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the outer interrupt was lost with the inner one")
  @State
  public static class TheOuterInterruptIsPassedOn {

    private volatile @Nullable AttemptWatch innermost;
    private @Nullable AttemptWatch around;

    @Actor
    public void attempt(ZZZZ_Result r) {
      AttemptWatch outer = AttemptWatch.begin();
      AttemptWatch inner = AttemptWatch.begin();
      around = outer;
      innermost = inner;
      work();
      r.r1 = inner.returned();
      r.r2 = Thread.interrupted();
      r.r3 = outer.returned();
      r.r4 = Thread.interrupted();
    }

    @Actor
    public void interrupter() {
      AttemptWatch inner = innermost;
      while (inner == null) {
        Thread.onSpinWait();
        inner = innermost;
      }
      around.run();
      inner.run();
    }
  }
}
