package dev.reprise.testing;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A clock that advances only when a caller waits for it. A test of days takes milliseconds and has
 * the same result each time. The clock is an environment for {@code Retry.withEnvironment}:
 *
 * <pre>{@code
 * VirtualTime time = VirtualTime.seeded(1);
 * Retry retry = Retry.of(policy).withEnvironment(time);
 *
 * String page = retry.call(operation);
 * String later = time.await(retry.callAsync(stages)).join();
 * }</pre>
 *
 * <p>The thread that waits advances the clock: in the wait of a blocking call, in {@link #pass},
 * {@link #advance}, {@link #await} and {@link #runUntilIdle}. Meanwhile, that thread runs the
 * scheduled tasks at their due times; tasks with equal due times run in the order in which they
 * were scheduled. So timers, attempts on the {@link #executor()} and the test itself run one after
 * the other.
 *
 * <p>A thread that waits until a given time continues before the tasks that are due at that time:
 * an operation that takes exactly as long as its timeout is not interrupted.
 *
 * <p>Safe for use by several threads, but deterministic only with one: two threads that wait at the
 * same time both advance the clock. Test overlapping blocking calls in a simulation.
 */
public final class VirtualTime implements RetryEnvironment {

  private static final Instant WALL_CLOCK_START = Instant.parse("2000-01-01T00:00:00Z");
  private static final long SEED_MIX = 0x9E3779B97F4A7C15L;

  /** Time that passes in a restart, after which budgets that refill by time are full. */
  private static final Duration RESTART = Duration.ofDays(1);

  private final long originNanos;
  private final long seed;
  private final AtomicLong elapsedNanos = new AtomicLong();
  private final TaskSchedule agenda = new TaskSchedule();
  private final Random random;
  private final TickSource ticks = this::tick;
  private final Sleeper sleeper = this::sleep;
  private final Delayer delayer = (task, delayNanos) -> agenda.add(task, end(delayNanos));
  private final Executor inTurn = task -> agenda.add(task, end(0));
  private final InstantSource wallClock = this::now;
  private volatile Executor executor = inTurn;
  private volatile Instant wallClockOrigin = WALL_CLOCK_START;
  private volatile long startNanos;

  private VirtualTime(long seed, long originNanos) {
    this.originNanos = originNanos;
    this.seed = seed * SEED_MIX ^ seed >>> 32;
    random = new Random(this.seed);
  }

  /**
   * Creates a clock that starts at tick 0, with a wall clock that starts at the beginning of the
   * year 2000.
   *
   * @param seed the seed of {@link #random()}; any number
   * @return a new clock
   */
  public static VirtualTime seeded(long seed) {
    return new VirtualTime(seed, 0);
  }

  /**
   * Creates a clock that starts at a given tick. A start near {@link Long#MAX_VALUE} finds code
   * that compares ticks instead of subtracting them.
   *
   * @param seed the seed of {@link #random()}; any number
   * @param originNanos the first tick, in nanoseconds; any number
   * @return a new clock
   */
  public static VirtualTime startingAtTick(long seed, long originNanos) {
    return new VirtualTime(seed, originNanos);
  }

  /**
   * Returns the time since the clock was created or restarted.
   *
   * @return at most 292 years, where the clock stops
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos.get() - startNanos);
  }

  /**
   * Prepares the clock for a further test: all scheduled tasks are dropped, {@link #elapsed()} is
   * zero, and random numbers, wall clock and executor are as at first. Ticks never go back: a day
   * passes, so that budgets which refill by time are full again. Not for use during a call.
   */
  public void restart() {
    agenda.clear();
    reach(end(RESTART.toNanos()));
    startNanos = elapsedNanos.get();
    random.setSeed(seed);
    wallClockOrigin = WALL_CLOCK_START;
    executor = inTurn;
  }

  /**
   * Returns the number of scheduled tasks, including those for the executor. After the end of a
   * call, a number above 0 shows that the call left a task behind.
   *
   * @return at least 0; cancelled tasks do not count
   */
  public int pending() {
    return agenda.size();
  }

  /**
   * Advances the clock inside an operation, as if the operation worked. Tasks that become due run
   * at their time; if one of them interrupts this thread, as an attempt timeout does, the method
   * ends there.
   *
   * @param duration how far; zero or a negative duration has no effect
   * @throws InterruptedException if the thread is interrupted before or during the method; its
   *     interrupt flag is then cleared
   */
  public void pass(Duration duration) throws InterruptedException {
    long end = end(nanos(duration));
    if (Thread.interrupted() || !runDueBefore(end, true)) {
      throw new InterruptedException("interrupted at " + TimeText.inWords(elapsed()));
    }
    reach(end);
  }

  /**
   * Waits inside an operation until the thread is interrupted, as an operation that hangs.
   *
   * @throws InterruptedException when the thread is interrupted; its interrupt flag is then cleared
   * @throws AssertionError if no task is scheduled that could interrupt the thread
   */
  public void hang() throws InterruptedException {
    while (!Thread.interrupted()) {
      if (!runNext()) {
        throw new AssertionError(
            "hangs forever: no task is scheduled at " + TimeText.inWords(elapsed()));
      }
    }
    throw new InterruptedException("interrupted at " + TimeText.inWords(elapsed()));
  }

  /**
   * Advances the clock without running tasks, as if the machine were suspended. Tasks that become
   * due run late, when the clock is advanced the next time.
   *
   * @param duration the time; zero or a negative duration has no effect
   */
  public void stall(Duration duration) {
    reach(end(nanos(duration)));
  }

  /**
   * Advances the clock and runs the tasks that become due, including those at the new time.
   * Interrupts are ignored.
   *
   * @param duration how far; zero runs the tasks that are due now
   * @throws IllegalArgumentException if {@code duration} is negative
   */
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          "advance must be at least 0 s, but was " + TimeText.inWords(duration));
    }
    long end = end(nanos(duration));
    runDueBefore(end == Long.MAX_VALUE ? end : end + 1, false);
    reach(end);
  }

  /**
   * Runs tasks, advancing the clock from one to the next, until none is scheduled. Does not return
   * while tasks schedule others, as the tasks of calls without a limit do.
   */
  public void runUntilIdle() {
    boolean ran = true;
    while (ran) {
      ran = runNext();
    }
  }

  /**
   * Runs tasks, advancing the clock from one to the next, until a future is done.
   *
   * @param future the future
   * @param <F> type of the future
   * @return the same future, done
   * @throws AssertionError if no task is scheduled that could complete it
   */
  public <F extends Future<?>> F await(F future) {
    while (!future.isDone()) {
      if (!runNext()) {
        throw new AssertionError(
            "never completes: no task is scheduled at " + TimeText.inWords(elapsed()));
      }
    }
    return future;
  }

  /**
   * Schedules a task, for example an event that a test needs during a wait. An exception of the
   * task is thrown by the method that advances the clock. In the wait of a blocking call that is
   * its sleeper: the call ends with the failure of the last attempt, in which the exception is
   * suppressed. So assert after the call, not in a task.
   *
   * @param delay the time from now; zero or a negative delay runs the task when the clock is
   *     advanced the next time
   * @param task run by the thread that advances the clock
   * @return a handle that cancels the task
   */
  public Delayer.Scheduled schedule(Duration delay, Runnable task) {
    return agenda.add(task, end(nanos(delay)));
  }

  /**
   * Sets the wall clock. Ticks, waits and deadlines do not change.
   *
   * @param now the new time of {@link #wallClock()}, which advances from there with the ticks
   */
  public void setWallClock(Instant now) {
    wallClockOrigin = now.minus(elapsed());
  }

  /**
   * Replaces the executor, for example to test a pool that is full. A replacement may pass tasks on
   * to the executor that was in place before.
   *
   * @param executor returned by {@link #executor()} from now on
   */
  public void setExecutor(Executor executor) {
    this.executor = executor;
  }

  @Override
  public TickSource ticks() {
    return ticks;
  }

  /**
   * Returns a sleeper that advances the clock instead of waiting. As a sleeper may, it returns
   * early if a task ran, because the task may be meant to wake the thread.
   */
  @Override
  public Sleeper sleeper() {
    return sleeper;
  }

  @Override
  public Delayer delayer() {
    return delayer;
  }

  /**
   * Returns an executor that runs tasks one after the other on the thread that advances the clock,
   * never in {@code execute} itself.
   */
  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public InstantSource wallClock() {
    return wallClock;
  }

  private long tick() {
    return originNanos + elapsedNanos.get();
  }

  private Instant now() {
    return wallClockOrigin.plus(elapsed());
  }

  private void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the wait");
    }
    long end = end(nanos);
    TaskSchedule.Entry due = agenda.takeDueBefore(end);
    if (due == null) {
      reach(end);
      return;
    }
    run(due);
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted during the wait");
    }
  }

  /** Runs tasks up to a time; returns false if the thread was interrupted and interrupts count. */
  private boolean runDueBefore(long end, boolean interruptibly) {
    for (TaskSchedule.Entry due = agenda.takeDueBefore(end);
        due != null;
        due = agenda.takeDueBefore(end)) {
      run(due);
      if (interruptibly && Thread.interrupted()) {
        return false;
      }
    }
    return true;
  }

  private boolean runNext() {
    TaskSchedule.@Nullable Entry first = agenda.takeFirst();
    if (first == null) {
      return false;
    }
    run(first);
    return true;
  }

  private void run(TaskSchedule.Entry due) {
    reach(due.dueNanos());
    due.run();
  }

  /** Advances the clock to a time, unless a task has advanced it further already. */
  private void reach(long moment) {
    elapsedNanos.accumulateAndGet(moment, Math::max);
  }

  private long end(long nanos) {
    long now = elapsedNanos.get();
    long ahead = Math.max(0, nanos);
    return ahead > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + ahead;
  }

  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return duration.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  /**
   * Returns the elapsed time and the number of scheduled tasks.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "virtual time " + TimeText.inWords(elapsed()) + ", " + pending() + " pending";
  }
}
