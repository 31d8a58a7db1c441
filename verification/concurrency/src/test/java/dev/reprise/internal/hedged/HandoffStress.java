package dev.reprise.internal.hedged;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WorkerHandoff}: an attempt of a hedged call is given to a thread that waits for work. */
public class HandoffStress {

  @JCStressTest
  @Description("Work for a worker that ends is done once: by the worker or by the executor.")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "by the thread that waited")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "by the executor")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "an attempt was not made, or twice")
  @State
  public static class WorkIsDoneOnce {

    private final WorkerHandoff seat = new WorkerHandoff();
    private volatile int asked;
    private int done;

    @Actor
    public void find() {
      seat.take(
          () -> done++,
          task -> {
            asked++;
            task.run();
          });
    }

    @Actor
    public void leave() {
      seat.leave();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = done;
      r.r2 = asked;
    }
  }
}
