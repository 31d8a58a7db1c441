package dev.reprise.internal.hedged;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * {@link Mailbox}: messages share plain fields, so only one may run at a time, and each sees the
 * writes of the previous one.
 */
public class MailboxStress {

  @JCStressTest
  @Description(
      "Messages of two threads run one at a time, and each sees the writes of the previous one.")
  @Outcome(id = "4, false", expect = ACCEPTABLE, desc = "four messages, one after the other")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a message stayed unread, or two ran at once")
  @State
  public static class MessagesRunOneAtATime {

    private final Mailbox mailbox = new Mailbox(bug -> {});
    private int read;
    private boolean reading;
    private boolean overlapped;

    @Actor
    public void one() {
      mailbox.send(this::read);
      mailbox.send(this::read);
    }

    @Actor
    public void another() {
      mailbox.send(this::read);
      mailbox.send(this::read);
    }

    private void read() {
      overlapped |= reading;
      reading = true;
      read++;
      reading = false;
    }

    @Arbiter
    public void after(IZ_Result r) {
      r.r1 = read;
      r.r2 = overlapped;
    }
  }

  @JCStressTest
  @Description(
      "A message sent by a message runs after it, even if a different thread reads the mailbox by"
          + " then.")
  @Outcome(id = "3, false", expect = ACCEPTABLE, desc = "three messages, one after the other")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a message stayed unread or ran within another")
  @State
  public static class NestedMessagesRunAfterwards {

    private final Mailbox mailbox = new Mailbox(bug -> {});
    private int read;
    private boolean reading;
    private boolean overlapped;

    @Actor
    public void one() {
      mailbox.send(this::sendWhileReading);
    }

    @Actor
    public void another() {
      mailbox.send(this::read);
    }

    private void sendWhileReading() {
      overlapped |= reading;
      reading = true;
      mailbox.send(this::read);
      read++;
      reading = false;
    }

    private void read() {
      overlapped |= reading;
      reading = true;
      read++;
      reading = false;
    }

    @Arbiter
    public void after(IZ_Result r) {
      r.r1 = read;
      r.r2 = overlapped;
    }
  }
}
