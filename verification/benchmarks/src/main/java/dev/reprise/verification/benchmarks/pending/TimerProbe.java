package dev.reprise.verification.benchmarks.pending;

import dev.reprise.verification.benchmarks.process.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The timers alone, in turn, several rounds in one process. The figure of a timer is the median of
 * its rounds.
 */
public final class TimerProbe {

  private static final int WAITING = 100_000;
  private static final long FAR_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int TICKS_A_SECOND = 1000;
  private static final double MICRO = 1e3;
  private static final double MILLION = 1e6;
  private static final double NANOS_A_SECOND = 1e9;

  private TimerProbe() {}

  /**
   * Measures.
   *
   * @param args the number of rounds; then, for each round, how many tasks are scheduled and
   *     cancelled, how many are due in a second, and how many are due in total
   */
  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    Facts facts = new Facts();
    turnover(facts, rounds, Integer.parseInt(args[1]));
    lateness(facts, rounds, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    System.out.print(facts);
    Runtime.getRuntime().halt(0);
  }

  /**
   * Millions of tasks scheduled and cancelled in a second while 100,000 wait, by one thread and by
   * two.
   */
  static void turnover(Facts facts, int rounds, int tasks) {
    for (int count = 1; count <= 2; count++) {
      int threads = count;
      Medians medians = new Medians();
      for (int round = -1; round < rounds; round++) {
        for (TimerUnderTest timer : TimerUnderTest.values()) {
          double rate = turnover(timer, threads, tasks) / MILLION;
          if (round >= 0) {
            medians.add(timer.turnover(threads), rate);
          }
        }
      }
      medians.noteIn(facts);
    }
  }

  private static double turnover(TimerUnderTest timer, int threads, int tasks) {
    List<Ring> rings = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Ring ring = new Ring(timer, Math.min(WAITING, tasks) / threads, i);
      ring.fill();
      rings.add(ring);
    }
    CyclicBarrier gate = new CyclicBarrier(threads + 1);
    for (Ring ring : rings) {
      new Thread(() -> between(gate, () -> ring.turn(tasks / threads))).start();
    }
    pass(gate);
    long start = System.nanoTime();
    pass(gate);
    double rate = tasks / ((System.nanoTime() - start) / NANOS_A_SECOND);
    rings.forEach(Ring::clear);
    return rate;
  }

  private static void between(CyclicBarrier gate, Runnable work) {
    pass(gate);
    work.run();
    pass(gate);
  }

  private static void pass(CyclicBarrier gate) {
    try {
      gate.await();
    } catch (InterruptedException | BrokenBarrierException never) {
      throw new IllegalStateException(never);
    }
  }

  /** Lateness of tasks in microseconds, at the given number of due tasks a second. */
  static void lateness(Facts facts, int rounds, int rate, int tasks) {
    Medians medians = new Medians();
    for (int round = -1; round < rounds; round++) {
      for (TimerUnderTest timer : TimerUnderTest.values()) {
        Histogram late = lateness(timer, rate, tasks);
        if (round >= 0) {
          TimerUnderTest.LATENESS.forEach(
              (name, percentile) ->
                  medians.add(timer.lateness(name), late.getValueAtPercentile(percentile) / MICRO));
        }
      }
    }
    medians.noteIn(facts);
  }

  /** Schedules some tasks each millisecond, to run 10 to 500 milliseconds later. */
  private static Histogram lateness(TimerUnderTest timer, int rate, int tasks) {
    System.gc();
    int perTick = Math.max(1, rate / TICKS_A_SECOND);
    Due due = new Due(tasks);
    SplittableRandom random = new SplittableRandom(rate);
    long start = System.nanoTime();
    int scheduled = 0;
    for (long tick = 0; scheduled < due.lateNanos.length; tick++) {
      long wait = start + tick * TICK_NANOS - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(due, wait);
      }
      for (int i = 0; i < perTick && scheduled < tasks; i++) {
        due.schedule(timer, scheduled++, random.nextLong(NEAR_NANOS, LATE_NANOS));
      }
    }
    return due.await();
  }

  /** Waiting tasks; each new one replaces the oldest. */
  private static final class Ring {

    @SuppressWarnings("UnnecessaryLambda") // One for all, so that its creation is not measured.
    private static final Runnable NOTHING = () -> {};

    private final TimerUnderTest timer;
    private final Object[] waiting;
    private final SplittableRandom random;

    Ring(TimerUnderTest timer, int size, long seed) {
      this.timer = timer;
      waiting = new Object[size];
      random = new SplittableRandom(seed);
    }

    void fill() {
      for (int i = 0; i < waiting.length; i++) {
        waiting[i] = schedule();
      }
    }

    /** Cancels the oldest task and schedules a new one, the given number of times. */
    void turn(int times) {
      for (int i = 0, next = 0; i < times; i++) {
        timer.cancel(waiting[next]);
        waiting[next] = schedule();
        next = next + 1 == waiting.length ? 0 : next + 1;
      }
    }

    void clear() {
      for (Object handle : waiting) {
        timer.cancel(handle);
      }
    }

    private Object schedule() {
      return timer.schedule(NOTHING, FAR_NANOS + random.nextLong(FAR_NANOS));
    }
  }

  /** Tasks that record their lateness. */
  private static final class Due {

    private static final int DIGITS = 3;

    private final long[] lateNanos;
    private final AtomicInteger fired = new AtomicInteger();

    Due(int tasks) {
      lateNanos = new long[tasks];
    }

    void schedule(TimerUnderTest timer, int task, long delayNanos) {
      long at = System.nanoTime() + delayNanos;
      timer.run(
          () -> {
            lateNanos[task] = System.nanoTime() - at;
            fired.incrementAndGet();
          },
          delayNanos);
    }

    Histogram await() {
      while (fired.get() < lateNanos.length) {
        LockSupport.parkNanos(this, TICK_NANOS);
      }
      Histogram histogram = new Histogram(DIGITS);
      for (long late : lateNanos) {
        histogram.recordValue(Math.max(0, late));
      }
      return histogram;
    }
  }
}
