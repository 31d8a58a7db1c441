package dev.reprise.budget;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/** {@link CountWindow}: counts before and after the change of a slot, and limits. */
public class CountWindowStress {

  private static final long WINDOW = 10_000_000_000L;
  private static final long SLOT = 1L << 30;
  private static final long RING = 16 * SLOT;
  private static final long NOW = 100 * SLOT;
  private static final int KIND = 0;

  private static CountWindow window() {
    return new CountWindow(WINDOW, 1);
  }

  @JCStressTest
  @Description("A count that is delayed past the change of its slot is in every later sum.")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "it came after the first sum")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "it came before")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a count was lost or doubled")
  @State
  public static class NoCountIsLostAtSlotChange {

    private final CountWindow window = window();

    @Actor
    public void before() {
      window.add(KIND, NOW);
    }

    @Actor
    public void behind(JJ_Result r) {
      window.add(KIND, NOW + SLOT);
      r.r1 = window.sum(KIND, NOW + SLOT);
    }

    @Arbiter
    public void after(JJ_Result r) {
      r.r2 = window.sum(KIND, NOW + SLOT);
    }
  }

  @JCStressTest
  @Description(
      "The first counts of a round replace those of the previous round, and not each other.")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both counts of this round")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "an old count was kept or a new one lost")
  @State
  public static class AnOldRoundIsReplacedOnce {

    private final CountWindow window = window();

    public AnOldRoundIsReplacedOnce() {
      window.tryAdd(KIND, Long.MAX_VALUE, NOW);
      window.tryAdd(KIND, Long.MAX_VALUE, NOW);
    }

    @Actor
    public void one() {
      window.tryAdd(KIND, Long.MAX_VALUE, NOW + RING);
    }

    @Actor
    public void another() {
      window.tryAdd(KIND, Long.MAX_VALUE, NOW + RING);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = window.sum(KIND, NOW + RING);
    }
  }

  @JCStressTest
  @Description("Two threads count up to the limit in one slot: one succeeds.")
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first was counted")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the second was counted")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the limit was passed or not reached")
  @State
  public static class TheLimitHolds {

    private final CountWindow window = window();

    @Actor
    public void one(ZZJ_Result r) {
      r.r1 = window.tryAdd(KIND, 1, NOW);
    }

    @Actor
    public void another(ZZJ_Result r) {
      r.r2 = window.tryAdd(KIND, 1, NOW);
    }

    @Arbiter
    public void after(ZZJ_Result r) {
      r.r3 = window.sum(KIND, NOW);
    }
  }

  @JCStressTest
  @Description("At the change of a slot each thread may exceed the limit by one, and is counted.")
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first was counted")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the second was counted")
  @Outcome(
      id = "true, true, 2",
      expect = ACCEPTABLE_INTERESTING,
      desc = "one more at the change of the slot")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "grants and count differ")
  @State
  public static class AtSlotChangeOneMoreMayPass {

    private final CountWindow window = window();

    @Actor
    public void before(ZZJ_Result r) {
      r.r1 = window.tryAdd(KIND, 1, NOW);
    }

    @Actor
    public void behind(ZZJ_Result r) {
      r.r2 = window.tryAdd(KIND, 1, NOW + SLOT);
    }

    @Arbiter
    public void after(ZZJ_Result r) {
      r.r3 = window.sum(KIND, NOW + SLOT);
    }
  }

  @JCStressTest
  @Description("A cached sum belongs to its slot: later sums are complete.")
  @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "summed before the count")
  @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "counted before the sum")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a count is missing in this sum or the next")
  @State
  public static class ACachedSumIsComplete {

    private final CountWindow window = window();

    public ACachedSumIsComplete() {
      window.add(KIND, NOW);
      window.add(KIND, NOW + SLOT);
      window.sum(KIND, NOW + SLOT);
    }

    @Actor
    public void count() {
      window.add(KIND, NOW + 3 * SLOT);
    }

    @Actor
    public void sum(JJ_Result r) {
      r.r1 = window.sum(KIND, NOW + 3 * SLOT);
    }

    @Arbiter
    public void after(JJ_Result r) {
      r.r2 = window.sum(KIND, NOW + 3 * SLOT);
    }
  }
}
