package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The timer with its own real threads and other ones. */
class TimerThreadsTest {

  private static final int THREADS = 3;
  private static final long AN_HOUR = Duration.ofHours(1).toNanos();

  private final ExecutorService others = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void each_task_is_either_run_once_or_cancelled() throws Exception {
    runsOrCancels(20_000);
  }

  @Test
  @Tag("proof")
  void each_of_many_tasks_is_either_run_once_or_cancelled() throws Exception {
    runsOrCancels(1_000_000);
  }

  private void runsOrCancels(int each) throws Exception {
    Timer timer = new Timer(Duration.ofMillis(1));
    onAllThreads(
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          CountDownLatch open = new CountDownLatch(each);
          List<Counted> tasks = new ArrayList<>(each);
          for (int i = 0; i < each; i++) {
            Counted task = new Counted(open);
            tasks.add(task);
            timer.schedule(task, random.nextLong(-100, 3_000_000));
            if (random.nextInt(3) == 0) {
              tasks.get(random.nextInt(tasks.size())).cancel();
            }
          }
          awaitAll(open);
          tasks.forEach(TimedTask::cancel);
          for (Counted task : tasks) {
            assertEquals(1, task.ends.get());
          }
        });
  }

  @Test
  void loses_no_task_while_its_thread_ends_and_starts() throws Exception {
    endsAndStarts(1_000);
  }

  @Test
  @Tag("proof")
  void loses_no_task_while_its_thread_ends_and_starts_for_a_long_time() throws Exception {
    endsAndStarts(60_000);
  }

  private void endsAndStarts(int times) throws Exception {
    Timer timer = new Timer(Duration.ofNanos(1));
    onAllThreads(
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          for (int i = 0; i < times; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            timer.schedule(new Counted(ran), random.nextLong(150_000));
            awaitAll(ran);
          }
        });
  }

  @Test
  void loses_no_task_that_arrives_while_its_thread_fails_to_start() throws Exception {
    RefusingThreads threads = new RefusingThreads();
    Timer timer =
        new Timer(
            Duration.ofMillis(1).toNanos(), System::nanoTime, new Timer.SystemParker(), threads);
    threads.awaitTasks = () -> timer.held() == 2;
    CountDownLatch ran = new CountDownLatch(2);
    CountDownLatch starting = new CountDownLatch(1);
    threads.starting = starting;

    Future<?> first =
        others.submit(
            () -> assertThrows(OutOfMemoryError.class, () -> timer.schedule(new Counted(ran), 1)));
    awaitAll(starting);
    others.submit(() -> timer.schedule(new Counted(ran), 1)).get(2, TimeUnit.MINUTES);

    first.get(2, TimeUnit.MINUTES);
    assertEquals(1, threads.started.get());
    awaitAll(ran);
  }

  @Test
  void throws_to_every_caller_whose_task_has_no_thread() throws Exception {
    RefusingThreads threads = new RefusingThreads();
    threads.refusals = 2;
    Timer timer =
        new Timer(
            Duration.ofMillis(1).toNanos(), System::nanoTime, new Timer.SystemParker(), threads);
    threads.awaitTasks = () -> timer.held() == 2;
    CountDownLatch starting = new CountDownLatch(1);
    threads.starting = starting;
    CountDownLatch ran = new CountDownLatch(3);

    Future<?> first =
        others.submit(
            () -> assertThrows(OutOfMemoryError.class, () -> timer.schedule(new Counted(ran), 1)));
    awaitAll(starting);
    assertThrows(OutOfMemoryError.class, () -> timer.schedule(new Counted(ran), 1));
    first.get(2, TimeUnit.MINUTES);

    timer.schedule(new Counted(ran), 1);
    awaitAll(ran);
  }

  @Test
  void runs_tasks_early_that_the_same_thread_scheduled_before() throws Exception {
    Timer timer = new Timer(Duration.ofMillis(1));
    onAllThreads(
        seed -> {
          for (int round = 0; round < 200; round++) {
            CountDownLatch ran = new CountDownLatch(20);
            List<TimedTask> mine = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
              mine.add(new Counted(ran));
              timer.schedule(mine.get(i), AN_HOUR + i * AN_HOUR);
            }
            timer.bringForward(mine::contains);
            awaitAll(ran);
          }
        });
  }

  @Test
  void holds_few_cancelled_tasks_when_no_more_tasks_arrive() throws Exception {
    Timer timer = new Timer(Duration.ofMillis(1));
    TimedTask kept = new Counted(new CountDownLatch(1));
    timer.schedule(kept, AN_HOUR);
    onAllThreads(
        seed -> {
          List<TimedTask> mine = new ArrayList<>();
          for (int i = 0; i < 50_000; i++) {
            mine.add(new Counted(new CountDownLatch(1)));
            timer.schedule(mine.get(i), AN_HOUR + seed * i);
          }
          mine.forEach(TimedTask::cancel);
        });

    while (heldNow(timer) > 2) {
      Thread.onSpinWait();
    }
    assertEquals(1, TimerProbe.pending(timer));
    kept.cancel();
  }

  /** Counts on the timer's thread; the counting task has left the wheel by then. */
  private static int heldNow(Timer timer) throws InterruptedException {
    AtomicInteger held = new AtomicInteger();
    CountDownLatch seen = new CountDownLatch(1);
    timer.schedule(
        new TimerProbe.Hook(
            () -> {
              held.set(timer.held());
              seen.countDown();
            }),
        0);
    awaitAll(seen);
    return held.get();
  }

  private void onAllThreads(Work work) throws InterruptedException, ExecutionException {
    List<Callable<Void>> copies = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int seed = thread;
      copies.add(
          () -> {
            work.run(seed);
            return null;
          });
    }
    for (Future<Void> copy : others.invokeAll(copies)) {
      copy.get();
    }
  }

  private static void awaitAll(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(2, TimeUnit.MINUTES), "a task was lost");
  }

  private interface Work {

    void run(int seed) throws InterruptedException;
  }

  /** A factory whose first threads cannot be started; it throws after another task has arrived. */
  private static final class RefusingThreads implements ThreadFactory {

    private final AtomicInteger started = new AtomicInteger();
    private volatile int refusals = 1;
    private volatile BooleanSupplier awaitTasks = () -> true;
    private volatile CountDownLatch starting = new CountDownLatch(1);

    @Override
    public Thread newThread(Runnable work) {
      return new Thread(work, "refused") {
        @Override
        public void start() {
          if (refusals > 0) {
            refuse();
          }
          started.incrementAndGet();
          setDaemon(true);
          super.start();
        }
      };
    }

    private void refuse() {
      refusals--;
      starting.countDown();
      while (!awaitTasks.getAsBoolean()) {
        Thread.onSpinWait();
      }
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  /** A task that counts its runs and cancellations. */
  private static final class Counted extends TimedTask {

    private final AtomicInteger ends = new AtomicInteger();
    private final CountDownLatch open;

    Counted(CountDownLatch open) {
      this.open = open;
    }

    @Override
    protected void timeIsUp() {
      end();
    }

    @Override
    protected void cancelled() {
      end();
    }

    private void end() {
      ends.incrementAndGet();
      open.countDown();
    }
  }
}
