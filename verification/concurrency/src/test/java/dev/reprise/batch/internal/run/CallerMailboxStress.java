package dev.reprise.batch.internal.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link CallerMailbox}, between the caller that falls asleep and a call that ends. */
public class CallerMailboxStress {

  @JCStressTest
  @Description(
      "A message that comes while the caller falls asleep is seen, or it wakes the caller.")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it sleeps, and is woken")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "it sees the message, and is woken too")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "it sees the message")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "it sleeps with a message")
  @State
  public static class NoMessageIsMissed {

    private boolean sleeps;
    private boolean woken;
    private volatile boolean posted;
    private final CallerMailbox mailbox =
        new CallerMailbox(nanos -> sleepUntilPosted(), () -> woken = true);

    /** Sleeps until the message is there, whether it wakes the caller or not. */
    private void sleepUntilPosted() {
      sleeps = true;
      while (!posted) {
        Thread.onSpinWait();
      }
    }

    @Actor
    public void caller(ZZ_Result r) {
      mailbox.sleep();
      r.r1 = sleeps;
    }

    @Actor
    public void callThatEnds(ZZ_Result r) {
      mailbox.post(() -> {});
      posted = true;
      r.r2 = woken;
    }
  }
}
