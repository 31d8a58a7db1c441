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
 * Time that passes only when somebody waits for it, so that a test of days takes milliseconds and
 * comes out the same each time. An environment for {@code Retry.withEnvironment}:
 *
 * <pre>{@code
 * VirtualTime time = VirtualTime.seeded(1);
 * Retry retry = Retry.of(policy).withEnvironment(time);
 *
 * retry.call(operation);                                 // its waits move the time
 * String value = time.await(retry.callAsync(stages)).join();
 * }</pre>
 *
 * <p>There is one time and it is moved by the thread that waits: in a blocking call's wait, in
 * {@link #pass}, {@link #advance}, {@link #await} and {@link #runUntilIdle}. On the way, that
 * thread runs what falls due, each task at its moment, those of one moment in the order in which
 * they were scheduled. Timers, attempts on the {@link #executor()} and the test itself are thus one
 * sequence.
 *
 * <p>Whoever waits until a moment goes on before the tasks that are due at that very moment: an
 * operation that takes exactly as long as its timeout allows is not cut short.
 *
 * <p>Safe for use by several threads, but deterministic with one: two threads that wait at once
 * both move the time. Tests of blocking calls that overlap belong into a simulation.
 */
public final class VirtualTime implements RetryEnvironment {

  private static final Instant WALL_CLOCK_START = Instant.parse("2000-01-01T00:00:00Z");
  private static final long SEED_MIX = 0x9E3779B97F4A7C15L;

  private final long originNanos;
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

  private VirtualTime(long seed, long originNanos) {
    this.originNanos = originNanos;
    random = new Random(seed * SEED_MIX ^ seed >>> 32);
  }

  /**
   * A time that begins at tick 0, with the wall clock at the beginning of the year 2000.
   *
   * @param seed what {@link #random()} draws follow from; any number
   * @return a new time
   */
  public static VirtualTime seeded(long seed) {
    return new VirtualTime(seed, 0);
  }

  /**
   * A time that begins at a given tick. Near {@link Long#MAX_VALUE} it shows code that compares
   * ticks instead of subtracting them.
   *
   * @param seed what {@link #random()} draws follow from; any number
   * @param originNanos the first tick, in nanoseconds; any number
   * @return a new time
   */
  public static VirtualTime startingAtTick(long seed, long originNanos) {
    return new VirtualTime(seed, originNanos);
  }

  /**
   * How much time has passed.
   *
   * @return time since this object was made; at most 292 years, where time stands still
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos.get());
  }

  /**
   * How many tasks wait for their moment, those for the executor included. After a call has ended
   * and {@link #runUntilIdle()} was called there is none.
   *
   * @return at least 0; tasks that were taken back do not count
   */
  public int pending() {
    return agenda.size();
  }

  /**
   * Lets time pass within an operation, as if it worked. Tasks that fall due on the way run at
   * their moment; if one of them interrupts this thread, as an attempt timeout does, the work ends
   * there.
   *
   * @param duration how long; zero and less pass nothing
   * @throws InterruptedException if the thread is interrupted before or on the way; its flag is
   *     then cleared
   */
  public void pass(Duration duration) throws InterruptedException {
    long end = end(nanos(duration));
    if (Thread.interrupted() || !runDueBefore(end, true)) {
      throw new InterruptedException("interrupted at " + TimeText.inWords(elapsed()));
    }
    reach(end);
  }

  /**
   * Waits within an operation until it is interrupted, as one that hangs.
   *
   * @throws InterruptedException when the thread is interrupted; its flag is then cleared
   * @throws AssertionError if nothing is scheduled that could still interrupt it
   */
  public void hang() throws InterruptedException {
    while (!Thread.interrupted()) {
      if (!runNext()) {
        throw new AssertionError(
            "hangs for ever: nothing is scheduled at " + TimeText.inWords(elapsed()));
      }
    }
    throw new InterruptedException("interrupted at " + TimeText.inWords(elapsed()));
  }

  /**
   * Lets time pass while nothing runs, as when the machine is halted: what falls due meanwhile runs
   * late, when time is next moved.
   *
   * @param duration how long; zero and less pass nothing
   */
  public void stall(Duration duration) {
    reach(end(nanos(duration)));
  }

  /**
   * Moves the time on and runs what falls due, tasks of the last moment included. Interrupts do not
   * end it.
   *
   * @param duration how far; zero runs what is due now
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
   * Runs tasks, moving the time from one to the next, until there is none. Does not come back while
   * tasks go on scheduling others, as calls without a limit do.
   */
  public void runUntilIdle() {
    boolean ran = true;
    while (ran) {
      ran = runNext();
    }
  }

  /**
   * Runs tasks, moving the time from one to the next, until a future is done, however it ends.
   *
   * @param future what to wait for
   * @param <F> type of the future
   * @return the same future, done
   * @throws AssertionError if nothing is scheduled that could still complete it
   */
  public <F extends Future<?>> F await(F future) {
    while (!future.isDone()) {
      if (!runNext()) {
        throw new AssertionError(
            "never completes: nothing is scheduled at " + TimeText.inWords(elapsed()));
      }
    }
    return future;
  }

  /**
   * Runs a task at a later moment: what a test wants to happen during a wait.
   *
   * @param delay how long from now; zero and less mean as soon as time is moved
   * @param task run by the thread that moves the time
   * @return a handle that takes the task back
   */
  public Delayer.Scheduled schedule(Duration delay, Runnable task) {
    return agenda.add(task, end(nanos(delay)));
  }

  /**
   * Sets the wall clock. Ticks, waits and deadlines do not notice.
   *
   * @param now what {@link #wallClock()} shows now; it goes on from there with the ticks
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
   * Moves the time in place of waiting. Comes back early after tasks ran on the way, as a sleeper
   * may: one of them could have been meant to wake it.
   */
  @Override
  public Sleeper sleeper() {
    return sleeper;
  }

  @Override
  public Delayer delayer() {
    return delayer;
  }

  /** Runs tasks one after the other on the thread that moves the time, none of them right away. */
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

  /** False if the thread was interrupted on the way, where that counts. */
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

  /** A task may have moved the time further already; it never goes back. */
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
   * The time that has passed and how many tasks wait.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "virtual time " + elapsed() + ", " + pending() + " pending";
  }
}
