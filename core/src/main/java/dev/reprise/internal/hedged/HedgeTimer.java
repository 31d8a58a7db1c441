package dev.reprise.internal.hedged;

import dev.reprise.internal.async.CallFuture;
import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.timer.TimerAction;
import dev.reprise.time.Delayer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timer of a hedged call. Its events are messages from a thread of the call's executor; a
 * message that arrives after the timer was stopped or set again is ignored.
 */
public final class HedgeTimer {

  private final CallFuture<?> call;
  private final Mailbox mailbox;
  private int epoch;
  private @Nullable Runnable undo;

  public HedgeTimer(CallFuture<?> call, Mailbox mailbox) {
    this.call = call;
    this.mailbox = mailbox;
  }

  /**
   * Sets the timer.
   *
   * @param delayNanos the wait; at 0 the work is submitted to the executor at once
   * @param due runs after the wait
   * @param refused runs if the timer or the executor rejects the task
   * @param shutDown runs if the retry is shut down before
   */
  public void set(
      long delayNanos,
      Consumer<WorkerHandoff> due,
      Consumer<Throwable> refused,
      Runnable shutDown) {
    stop();
    Turn turn = new Turn(epoch, due, refused, shutDown);
    if (delayNanos <= 0) {
      turn.handOver();
    } else {
      turn.waitFor(delayNanos);
    }
  }

  /**
   * Returns the submission to the executor, as for {@link #set} without a delay, for the caller to
   * run.
   */
  public Runnable hop(Consumer<WorkerHandoff> due, Consumer<Throwable> refused) {
    stop();
    return new Turn(epoch, due, refused, () -> {})::handOver;
  }

  public void stop() {
    epoch++;
    Runnable action = undo;
    undo = null;
    if (action != null) {
      action.run();
    }
  }

  /** One setting of the timer. */
  private final class Turn {

    private final int epochOfTurn;
    private final Consumer<WorkerHandoff> due;
    private final Consumer<Throwable> refused;
    private final Runnable shutDown;

    Turn(int epoch, Consumer<WorkerHandoff> due, Consumer<Throwable> refused, Runnable shutDown) {
      epochOfTurn = epoch;
      this.due = due;
      this.refused = refused;
      this.shutDown = shutDown;
    }

    void waitFor(long delayNanos) {
      ShutdownSignal waits = call.settings.shared().waits();
      Runnable inContext = call.context().around(() -> mail(shutDown));
      Runnable waker = () -> call.runOffExecutor(inContext);
      TimerAction timeIsUp = () -> call.leaveTimer(this::handOverFromTimer);
      waits.enter(waker);
      try {
        Delayer.Scheduled scheduled = call.settings.delayer().schedule(timeIsUp, delayNanos);
        undo =
            () -> {
              waits.leave(waker);
              scheduled.cancel();
            };
      } catch (Throwable rejection) {
        waits.leave(waker);
        mail(() -> refused.accept(rejection));
        return;
      }
      if (waits.isShutDown()) {
        waker.run();
      }
    }

    void handOver() {
      try {
        call.executor().execute(this::arrive);
      } catch (Throwable rejection) {
        mail(() -> refused.accept(rejection));
      }
    }

    private void handOverFromTimer() {
      try {
        call.handOver(this::arrive);
      } catch (Throwable rejection) {
        call.runOffTimer(() -> mail(() -> refused.accept(rejection)));
      }
    }

    /** On the executor: this thread is free for the due work. */
    private void arrive() {
      WorkerHandoff handoff = new WorkerHandoff();
      mail(() -> due.accept(handoff));
      handoff.leave();
    }

    private void mail(Runnable message) {
      mailbox.send(
          () -> {
            if (epochOfTurn == epoch) {
              stop();
              message.run();
            }
          });
    }
  }
}
