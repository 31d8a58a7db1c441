package dev.reprise.verification.benchmarks.pending;

import com.sun.management.ThreadMXBean;
import dev.reprise.verification.benchmarks.pending.AsyncContender.Caller;
import dev.reprise.verification.benchmarks.pending.AsyncContender.Delays;
import dev.reprise.verification.benchmarks.process.Facts;
import dev.reprise.verification.benchmarks.process.Memory;
import dev.reprise.verification.benchmarks.process.Service;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one contender in a separate process. First come calls that fail, wait, and complete or
 * are cancelled, so that all code is compiled; then the measured calls, whose futures are in an
 * array that exists before.
 */
public final class PendingProbe {

  static final Duration LIMIT = Duration.ofSeconds(100);
  private static final Delays NEVER = new Delays(Duration.ofMinutes(30), Duration.ofMinutes(60));
  private static final Delays SOON = new Delays(Duration.ofMillis(1), Duration.ofMillis(20));
  private static final int FINISHED_TO_WARM_UP = 5_000;
  private static final int HELD_TO_WARM_UP = 50_000;
  private static final int WARM_UP_ROUNDS = 3;
  private static final long LOOK_NANOS = 200_000;
  private static final double NANOS_A_SECOND = 1e9;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final AsyncContender contender;
  private final int count;
  private final Facts facts = new Facts();

  PendingProbe(AsyncContender contender, int count) {
    this.contender = contender;
    this.count = count;
  }

  /**
   * Measures.
   *
   * @param args the contender's name; the number of calls; then {@code hold} or {@code explain}, or
   *     the shortest delay, the longest delay and the time limit for all calls, in milliseconds
   */
  public static void main(String[] args) {
    AsyncContender contender = AsyncContender.valueOf(args[0]);
    int count = Integer.parseInt(args[1]);
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      new PendingProbe(contender, Math.min(count, FINISHED_TO_WARM_UP)).finish(SOON, LIMIT);
      new PendingProbe(contender, Math.min(count, HELD_TO_WARM_UP)).hold(false);
    }
    PendingProbe probe = new PendingProbe(contender, count);
    if (args.length == 5) {
      Delays delays = new Delays(millis(args[2]), millis(args[3]));
      System.out.print(probe.finish(delays, millis(args[4])));
    } else {
      System.out.print(probe.hold(args[2].equals("explain")));
    }
    Runtime.getRuntime().halt(0);
  }

  /** Calls that wait for half an hour: their heap, and the time to cancel them. */
  Facts hold(boolean explain) {
    CompletableFuture<?>[] calls = new CompletableFuture<?>[count];
    Service service = new Service(count);
    Caller caller = contender.caller(NEVER);
    String histogram = explain ? Memory.histogram() : "";
    long before = Memory.usedHeap();
    long allocated = allocated();
    long start = System.nanoTime();
    begin(caller, service, calls);
    facts.note("begin-bytes", (double) (allocated() - allocated) / count);
    boolean all = service.awaitFirstAttempts(LIMIT.toNanos());
    facts.note("begin", seconds(System.nanoTime() - start));
    facts.note("heap", (double) (Memory.usedHeap() - before) / count);
    long done = Arrays.stream(calls).filter(CompletableFuture::isDone).count();
    facts.note("pending", all ? (double) (count - done) : 0);
    if (explain) {
      Memory.grown(histogram, Memory.histogram(), count).forEach(System.out::println);
    }
    cancel(calls);
    Arrays.fill(calls, null);
    try {
      facts.note("left", (double) (Memory.usedHeap() - before) / count);
    } finally {
      Reference.reachabilityFence(service);
    }
    return facts;
  }

  private void cancel(CompletableFuture<?>[] calls) {
    long allocated = allocated();
    long start = System.nanoTime();
    int cancelled = 0;
    for (CompletableFuture<?> call : calls) {
      cancelled += call.cancel(false) ? 1 : 0;
    }
    facts.note("cancel", seconds(System.nanoTime() - start));
    facts.note("cancel-bytes", (double) (allocated() - allocated) / count);
    facts.note("cancelled", cancelled);
  }

  /** Calls that are due soon: the time until all have completed. */
  Facts finish(Delays delays, Duration limit) {
    CompletableFuture<?>[] calls = new CompletableFuture<?>[count];
    Service service = new Service(count);
    Caller caller = contender.caller(delays);
    long unused = Memory.usedHeap();
    THREADS.resetPeakThreadCount();
    int threads = THREADS.getThreadCount();
    long cpu = cpuNanos();
    long start = System.nanoTime();
    begin(caller, service, calls);
    long lastDue = System.nanoTime() + delays.max().toNanos();
    long completed = awaitAll(calls, start + limit.toNanos());
    long end = System.nanoTime();
    facts.note("finish", seconds(end - start));
    facts.note("late", seconds(end - lastDue));
    facts.note("cpu", seconds(cpuNanos() - cpu));
    facts.note("completed", (double) completed);
    facts.note("answered", (double) service.answered());
    facts.note("threads", THREADS.getPeakThreadCount() - threads);
    return facts;
  }

  private static void begin(Caller caller, Service service, CompletableFuture<?>[] calls) {
    for (int i = 0; i < calls.length; i++) {
      calls[i] = caller.call(service, i);
    }
  }

  /** Number of calls that have completed with a value when all are done or the time is up. */
  private static long awaitAll(CompletableFuture<?>[] calls, long endNanos) {
    for (CompletableFuture<?> call : calls) {
      while (!call.isDone() && System.nanoTime() - endNanos < 0) {
        LockSupport.parkNanos(call, LOOK_NANOS);
      }
    }
    return Arrays.stream(calls)
        .filter(call -> call.isDone() && !call.isCompletedExceptionally())
        .count();
  }

  /** Bytes allocated by this thread. Other threads of a contender are not counted. */
  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double seconds(long nanos) {
    return nanos / NANOS_A_SECOND;
  }
}
