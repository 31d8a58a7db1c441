package dev.reprise.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.decision.Latencies;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link LatencyWindow}: entries are claimed, then filled, then copied. */
public class LatencyWindowStress {

  @JCStressTest
  @Description(
      "Two threads that record at the same time use two entries: the next snapshot has both.")
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "both, and the call that made the snapshot")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a latency was overwritten or invented")
  @State
  public static class EachWriterHasAnEntry {

    private final LatencyWindow window = new LatencyWindow();

    @Actor
    public void one() {
      window.add(50);
    }

    @Actor
    public void another() {
      window.add(70);
    }

    @Arbiter
    public void after(I_Result r) {
      window.add(90);
      r.r1 = window.snapshot().count();
    }
  }

  @JCStressTest
  @Description("An entry that is claimed and not yet filled is in no snapshot.")
  @Outcome(id = "50, 50", expect = ACCEPTABLE, desc = "both saw the first")
  @Outcome(
      id = "50, 70",
      expect = ACCEPTABLE,
      desc = "each pause is separate, or the shorter one applies")
  @Outcome(id = "70, 50", expect = ACCEPTABLE, desc = "each saw the other's")
  @Outcome(id = "70, 70", expect = ACCEPTABLE, desc = "both saw the second")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "empty, or a latency that was not recorded")
  @State
  public static class AnEmptyEntryIsNoLatency {

    private final LatencyWindow window = new LatencyWindow();

    @Actor
    public void one(JJ_Result r) {
      window.add(50);
      r.r1 = shortest(window.snapshot());
    }

    @Actor
    public void another(JJ_Result r) {
      window.add(70);
      r.r2 = shortest(window.snapshot());
    }

    private static long shortest(Latencies known) {
      return known.count() == 0 ? -2 : known.percentileNanos(Double.MIN_VALUE);
    }
  }
}
