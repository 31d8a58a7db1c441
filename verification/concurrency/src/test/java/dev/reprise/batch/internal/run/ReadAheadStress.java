package dev.reprise.batch.internal.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Iterator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link ReadAhead}, between the thread that reads and the coordinator that takes items. */
public class ReadAheadStress {

  @JCStressTest
  @Description(
      "An item that is read while the coordinator takes the last one is seen or announced.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "it is seen")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it is seen, and announced")
  @Outcome(
      id = "false, true",
      expect = ACCEPTABLE,
      desc = "it is announced before the next is read")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "the coordinator waits in vain")
  @State
  public static class NoItemIsMissed {

    private boolean announced;
    private boolean announcedInTime;
    private final ReadAhead<Integer> ahead =
        new ReadAhead<>(new Numbers(), Runnable::run, false, () -> announced = true);

    public NoItemIsMissed() {
      ahead.request(1);
      announced = false;
    }

    /** The third number is read after the second one was added. */
    private final class Numbers implements Iterator<Integer> {

      private int last;

      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public Integer next() {
        last++;
        if (last == 3) {
          announcedInTime = announced;
        }
        return last;
      }
    }

    @Actor
    public void coordinator(ZZ_Result r) {
      ahead.poll();
      r.r1 = ahead.isReady();
    }

    @Actor
    public void reader(ZZ_Result r) {
      ahead.request(2);
      r.r2 = announcedInTime;
    }
  }
}
