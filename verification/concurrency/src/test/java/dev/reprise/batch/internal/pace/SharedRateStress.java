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
    turns.begin(0);
    return turns;
  }

  @JCStressTest
  @Description("Units that two runs send at the same time are both counted.")
  @Outcome(id = "2000000000", expect = ACCEPTABLE, desc = "twenty units, two seconds")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "units were sent that nobody waits for")
  @State
  public static class AllThatIsSentIsCounted {

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
  @Outcome(id = "1500000000", expect = ACCEPTABLE, desc = "ten, and ten, less five")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "units were lost or are paid for twice")
  @State
  public static class WhatIsGivenBackIsFree {

    private final SharedRate turns = begun();

    public WhatIsGivenBackIsFree() {
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
