package dev.reprise.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** {@link StateSlots}, the list of the states by key. */
public class StateSlotsStress {

  @JCStressTest
  @Description("Two threads that need a new page at the same time each get a slot in it.")
  @Outcome(id = "true, true, 2", expect = ACCEPTABLE, desc = "both slots hold their state")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "one has no slot, and its key is never removed")
  @State
  public static class EachStateHasASlot {

    private final StateSlots<String> places = new StateSlots<>(2);

    @Actor
    public void one(ZZI_Result r) {
      r.r1 = places.tryAdd("one");
    }

    @Actor
    public void another(ZZI_Result r) {
      r.r2 = places.tryAdd("another");
    }

    @Arbiter
    public void after(ZZI_Result r) {
      r.r3 = held(0) + held(1);
    }

    private int held(int place) {
      return places.get(place) == null ? 0 : 1;
    }
  }

  @JCStressTest
  @Description("Two threads replace one entry: one succeeds.")
  @Outcome(id = "true, false, one", expect = ACCEPTABLE, desc = "the first has it")
  @Outcome(id = "false, true, another", expect = ACCEPTABLE, desc = "the second has it")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or none have it")
  @State
  public static class OneTakesASlot {

    private static final String OLD = "old";

    private final StateSlots<String> places = new StateSlots<>(1);

    public OneTakesASlot() {
      boolean unused = places.tryAdd(OLD);
    }

    @Actor
    public void one(ZZL_Result r) {
      r.r1 = places.replace(0, OLD, "one");
    }

    @Actor
    public void another(ZZL_Result r) {
      r.r2 = places.replace(0, OLD, "another");
    }

    @Arbiter
    public void after(ZZL_Result r) {
      r.r3 = places.get(0);
    }
  }
}
