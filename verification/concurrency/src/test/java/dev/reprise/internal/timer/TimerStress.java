package dev.reprise.internal.timer;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** {@link Timer}: tasks are pushed while the thread parks, ends, or reads its inbox. */
public class TimerStress {

  /** A few clock readings of a timer whose thread ends. */
  private static final long SOON = 50;

  @JCStressTest
  @Description("A task pushed while the thread parks is found by it, or wakes it.")
  @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "it ran, and the thread parks")
  @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "it ran, and the thread is woken once more")
  @Outcome(id = "0, false", expect = ACCEPTABLE, desc = "the thread parks, and is woken")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a wake-up was lost, or the task ran twice")
  @State
  public static class NoWakeUpIsLost {

    private final TimerLoop loop = TimerLoop.parking();
    private final TimerLoop.Task task = new TimerLoop.Task();

    @Actor
    public void schedule() {
      loop.awaitFirst();
      loop.timer.schedule(task, 0);
    }

    @Actor
    public void thread() {
      loop.run();
    }

    @Arbiter
    public void after(IZ_Result r) {
      r.r1 = task.ran();
      r.r2 = loop.staysParked();
    }
  }

  @JCStressTest
  @Description("A task pushed while the thread ends is run by it or by the next thread.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the thread saw the task and stayed")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the thread had ended, another one was started")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the task was lost or ran twice")
  @State
  public static class NoTaskIsLostWhenTheThreadEnds {

    private final TimerLoop loop = TimerLoop.ending();
    private final TimerLoop.Task task = new TimerLoop.Task();

    @Actor
    public void schedule() {
      loop.awaitFirst();
      loop.timer.schedule(task, 0);
    }

    @Actor
    public void thread() {
      loop.run();
    }

    @Arbiter
    public void after(II_Result r) {
      if (loop.started() == 2) {
        loop.run();
      }
      r.r1 = task.ran();
      r.r2 = loop.started();
    }
  }

  @JCStressTest
  @Description("Two tasks that are pushed at the same time both run.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each ran once")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a task was lost or ran twice")
  @State
  public static class NoPushIsLost {

    private final TimerLoop loop = TimerLoop.parking();
    private final TimerLoop.Task one = new TimerLoop.Task();
    private final TimerLoop.Task another = new TimerLoop.Task();

    @Actor
    public void one() {
      loop.timer.schedule(one, 0);
    }

    @Actor
    public void another() {
      loop.timer.schedule(another, 0);
    }

    @Arbiter
    public void after(II_Result r) {
      loop.run();
      r.r1 = one.ran();
      r.r2 = another.ran();
    }
  }

  @JCStressTest
  @Description("A task cancelled while it moves through the wheel does not run, and is released.")
  @Outcome(id = "1, 0, true", expect = ACCEPTABLE, desc = "it ran")
  @Outcome(id = "0, 1, true", expect = ACCEPTABLE, desc = "it was cancelled")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or neither, or it is held")
  @State
  public static class NoTaskIsRunAndCancelled {

    private final TimerLoop loop = TimerLoop.ending();
    private final TimerLoop.Task task = new TimerLoop.Task();

    public NoTaskIsRunAndCancelled() {
      loop.timer.schedule(task, SOON);
    }

    @Actor
    public void cancel() {
      loop.awaitFirst();
      task.cancel();
    }

    @Actor
    public void thread() {
      loop.run();
    }

    @Arbiter
    public void after(IIZ_Result r) {
      r.r1 = task.ran();
      r.r2 = task.timesCancelled();
      r.r3 = loop.timer.held() == 0;
    }
  }

  @JCStressTest
  @Description(
      "A task cancelled as it becomes due is either run or cancelled, and cancel() returns which.")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it ran")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was cancelled")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or neither")
  @State
  public static class RunOrCancelled {

    private static final Timer TIMER = new Timer(Duration.ofSeconds(1));

    private final TimerLoop.Task task = new TimerLoop.Task();

    public RunOrCancelled() {
      task.enter(TIMER);
    }

    @Actor
    public void cancel() {
      task.cancel();
    }

    @Actor
    public void run() {
      if (task.begin(TIMER)) {
        task.timeIsUp();
      }
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = task.ran();
      r.r2 = task.timesCancelled();
    }
  }
}
