package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** A class of its own, since instrumented code allocates: no mutation is tried with it. */
class BackoffAllocationTest {

  @Test
  void computing_a_delay_allocates_nothing() {
    RandomGenerator random = Delays.random(6);
    Progress progress = Delays.beforeRetry(12, 5_000);
    for (Backoff backoff :
        List.of(
            Backoff.exponential(ms(100)).cappedAt(ms(1_000)).jitter(Jitter.full()),
            Backoff.exponential(ms(1), 1.5).jitter(Jitter.proportional(0.2)),
            Backoff.fibonacci(ms(1)),
            Backoff.decorrelated(ms(1), ms(50)),
            Backoff.elapsed(),
            Backoff.contention(),
            Backoff.custom((p, v, n, r) -> p.finished()),
            Backoff.sequence(ms(1), ms(2)).thenAfter(3, Backoff.uniform(ms(1), ms(2))))) {
      assertEquals(0, leastAllocated(backoff, progress, random), backoff::toString);
    }
  }

  /**
   * {@code StrictMath.pow} allocates arrays until it is compiled; the time of the compilation is
   * not known.
   */
  private static long leastAllocated(Backoff backoff, Progress progress, RandomGenerator random) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 500_000 && least > 0; round++) {
      Thread.yield();
      least = Math.min(least, allocated(backoff, progress, random));
    }
    return least;
  }

  private static long allocated(Backoff backoff, Progress progress, RandomGenerator random) {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000; i++) {
      backoff.delayNanos(progress, View.NONE, 0, random);
    }
    return (thread.getCurrentThreadAllocatedBytes() - before) / 1_000;
  }
}
