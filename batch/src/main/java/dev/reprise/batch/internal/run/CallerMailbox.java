package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.decision.StopReason;
import dev.reprise.time.Sleeper;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The mailbox of a run that its caller coordinates: messages wake the caller. */
public final class CallerMailbox implements Mailbox {

  private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

  private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private final Thread caller = Thread.currentThread();
  private final Sleeper sleeper;

  public CallerMailbox(Sleeper sleeper) {
    this.sleeper = sleeper;
  }

  @Override
  public void post(Runnable message) {
    messages.add(message);
    LockSupport.unpark(caller);
  }

  @Override
  public boolean isRunningHere() {
    return Thread.currentThread() == caller;
  }

  /**
   * Runs the coordinator to its end. An interrupt stops the run, and the interrupt flag is set at
   * its end.
   */
  public void run(Coordinator<?> coordinator) {
    boolean interrupted = false;
    coordinator.begin();
    while (!coordinator.isOver()) {
      if (Thread.interrupted()) {
        interrupted = true;
        coordinator.stop(StopReason.INTERRUPTED, true);
      }
      Runnable message = messages.poll();
      if (message != null) {
        message.run();
      } else if (!coordinator.step() && messages.isEmpty()) {
        sleep();
      }
    }
    if (interrupted) {
      caller.interrupt();
    }
  }

  /** Parks until a message arrives; the loop handles interrupts. */
  private void sleep() {
    try {
      sleeper.sleep(LONG_NANOS);
    } catch (InterruptedException interrupt) {
      caller.interrupt();
    }
  }
}
