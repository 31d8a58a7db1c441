package dev.reprise.verification.benchmarks.virtual;

import dev.reprise.verification.benchmarks.process.Facts;
import dev.reprise.verification.benchmarks.process.Memory;
import dev.reprise.verification.benchmarks.process.Service;
import dev.reprise.verification.benchmarks.virtual.BlockingContender.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one contender in a separate process, with threads that all wait in a call at the same
 * time. First come threads with a short wait, so that all code is compiled.
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

  VirtualProbe(BlockingContender contender, int count, Duration delay) {
    caller = contender.caller(delay);
    this.delay = delay;
    service = new Service(count);
    threads = new Thread[count];
  }

  /**
   * Measures.
   *
   * @param args the contender's name, the number of threads, the wait of each in milliseconds, and
   *     optionally {@code explain} to print the heap by class
   * @throws IOException if the recording cannot be read
   */
  public static void main(String[] args) throws IOException {
    BlockingContender contender = BlockingContender.valueOf(args[0]);
    int count = Integer.parseInt(args[1]);
    Duration delay = Duration.ofMillis(Long.parseLong(args[2]));
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      Facts unused = new VirtualProbe(contender, Math.min(count, WARM_UP), SHORT).measure(false);
    }
    VirtualProbe probe = new VirtualProbe(contender, count, delay);
    System.out.print(probe.measure(args.length > 3));
    Runtime.getRuntime().halt(0);
  }

  /** Starts the threads, measures while all of them wait, and waits for their end. */
  Facts measure(boolean explain) throws IOException {
    String histogram = explain ? Memory.histogram() : "";
    try (PinningRecorder recorder = new PinningRecorder()) {
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
      List<String> pinned = recorder.stop();
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

  /** Number of waiting threads once all wait, or when the first wait of the last thread is over. */
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
