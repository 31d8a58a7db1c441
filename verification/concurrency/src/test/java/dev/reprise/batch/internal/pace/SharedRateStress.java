package dev.reprise.batch.internal.pace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** {@link SharedRate}, the pace that runs share: ten units a second, waits in nanoseconds. */
public class SharedRateStress {

  private static SharedRate begun() {
    SharedRate turns = SharedRate.fixed(10);
    turns.begin(0, 0);
    return turns;
  }

  @JCStressTest
  @Description("Units that two runs send at the same time are both counted.")
  @Outcome(id = "2000000000", expect = ACCEPTABLE, desc = "twenty units, two seconds")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "sent units were not counted")
  @State
  public static class AllSentUnitsAreCounted {

    private final SharedRate turns = begun();

    @Actor
    public void one() {
      turns.sent(new SharedRate.Runner(), 10, 0, 0);
    }

    @Actor
    public void another() {
      turns.sent(new SharedRate.Runner(), 10, 0, 0);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = turns.waitNanos(new SharedRate.Runner(), 0);
    }
  }

  @JCStressTest
  @Description("Units returned while others are sent are available, and the sent ones are not.")
  @Outcome(id = "1500000000", expect = ACCEPTABLE, desc = "ten sent, ten sent, five returned")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "units were lost or counted twice")
  @State
  public static class ReturnedUnitsAreAvailable {

    private final SharedRate turns = begun();

    public ReturnedUnitsAreAvailable() {
      turns.sent(new SharedRate.Runner(), 10, 0, 0);
    }

    @Actor
    public void giveBack() {
      turns.giveBack(5);
    }

    @Actor
    public void send() {
      turns.sent(new SharedRate.Runner(), 10, 0, 0);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = turns.waitNanos(new SharedRate.Runner(), 0);
    }
  }
}
