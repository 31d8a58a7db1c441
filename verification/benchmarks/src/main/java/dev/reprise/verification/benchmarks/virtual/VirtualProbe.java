package dev.reprise.verification.benchmarks.virtual;

import dev.reprise.verification.benchmarks.process.Facts;
import dev.reprise.verification.benchmarks.process.Memory;
import dev.reprise.verification.benchmarks.process.Service;
import dev.reprise.verification.benchmarks.virtual.Sleepers.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One contestant in a process of its own: threads that all wait in a call at once. First some that
 * do not wait long, so that all code is compiled.
 */
public final class VirtualProbe {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int WARM_UP = 10_000;
  private static final int WARM_UP_ROUNDS = 12;
  private static final long LOOK_NANOS = 200_000;
  private static final double NANOS_A_SECOND = 1e9;

  private final Caller caller;
  private final Duration delay;
  private final Service service;
  private final Thread[] threads;
  private final Facts facts = new Facts();

  VirtualProbe(Sleepers sleepers, int count, Duration delay) {
    caller = sleepers.caller(delay);
    this.delay = delay;
    service = new Service(count);
    threads = new Thread[count];
  }

  /**
   * Measures.
   *
   * @param args the contestant's name, how many threads, for how many milliseconds each waits, and
   *     {@code explain} to tell what is on the heap
   * @throws IOException if what the flight recorder has seen can't be read
   */
  public static void main(String[] args) throws IOException {
    Sleepers sleepers = Sleepers.valueOf(args[0]);
    int count = Integer.parseInt(args[1]);
    Duration delay = Duration.ofMillis(Long.parseLong(args[2]));
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      Facts unused = new VirtualProbe(sleepers, Math.min(count, WARM_UP), SHORT).measure(false);
    }
    VirtualProbe probe = new VirtualProbe(sleepers, count, delay);
    System.out.print(probe.measure(args.length > 3));
    Runtime.getRuntime().halt(0);
  }

  /** Starts the threads, looks at them while all wait, and sees them end. */
  Facts measure(boolean explain) throws IOException {
    String histogram = explain ? Memory.histogram() : "";
    try (PinWatch pins = new PinWatch()) {
      long before = Memory.usedHeap();
      double resident = Memory.resident();
      long start = System.nanoTime();
      begin();
      long begun = System.nanoTime();
      boolean asked = service.awaitFirstAttempts(LIMIT.toNanos());
      double waiting = asked ? (double) awaitWaits(begun + delay.toNanos()) : 0;
      facts.note("waiting", waiting);
      facts.note("begin", (System.nanoTime() - start) / NANOS_A_SECOND);
      facts.note("heap", (double) (Memory.usedHeap() - before) / threads.length);
      facts.note("native", (Memory.resident() - resident) / threads.length);
      if (explain) {
        Memory.grown(histogram, Memory.histogram(), threads.length).forEach(System.out::println);
      }
      boolean inTime = System.nanoTime() - begun < delay.toNanos();
      facts.note("all.waited", inTime ? 1 : 0);
      boolean unused = service.awaitAnswers(LIMIT.toNanos());
      join();
      long late = System.nanoTime() - begun - delay.toNanos();
      facts.note("late", late / NANOS_A_SECOND);
      facts.note("completed", (double) service.answered());
      List<String> pinned = pins.told();
      facts.note("pinned", pinned.size());
      if (explain) {
        pinned.forEach(System.out::println);
      }
      return facts;
    }
  }

  private void begin() {
    for (int i = 0; i < threads.length; i++) {
      int call = i;
      threads[i] = VirtualThreads.start(() -> caller.call(service, call));
    }
  }

  /** How many threads wait once all do, or when the first of the last is due. */
  private long awaitWaits(long endNanos) {
    for (Thread thread : threads) {
      while (!waits(thread) && thread.isAlive() && System.nanoTime() - endNanos < 0) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
    }
    return Arrays.stream(threads).filter(VirtualProbe::waits).count();
  }

  private static boolean waits(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
  }

  private void join() {
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
    }
  }
}
