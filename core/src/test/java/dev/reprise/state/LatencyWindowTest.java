package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyWindowTest {

  private final LatencyWindow window = new LatencyWindow();

  private void add(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      window.add(nanos);
    }
  }

  @Test
  void with_few_samples_contains_each_latency_at_once() {
    assertEquals(0, window.snapshot().count());
    for (int i = 1; i <= LatencyWindow.SIZE / 2; i++) {
      window.add(i);
      assertEquals(i, window.snapshot().count());
      assertEquals(i, window.snapshot().percentileNanos(100));
    }
  }

  @Test
  void that_is_full_drops_the_oldest() {
    add(LatencyWindow.SIZE, 1_000);
    add(LatencyWindow.SIZE + LatencyWindow.REFRESH, 7);
    assertEquals(LatencyWindow.SIZE, window.snapshot().count());
    assertEquals(7, window.snapshot().percentileNanos(100));
  }

  @Test
  void is_behind_by_fewer_samples_than_one_refresh() {
    add(LatencyWindow.SIZE * 5, 1_000);
    for (int i = 1; i <= LatencyWindow.SIZE; i++) {
      window.add(7);
      long seen = 0;
      for (int rank = 1; rank <= LatencyWindow.SIZE; rank++) {
        double percentile = 100.0 * rank / LatencyWindow.SIZE;
        seen += window.snapshot().percentileNanos(percentile) == 7 ? 1 : 0;
      }
      assertTrue(seen <= i && seen > i - LatencyWindow.REFRESH, seen + " of " + i);
    }
  }

  @Test
  void accepts_zero_and_centuries() {
    window.add(0);
    window.add(-5);
    window.add(Long.MAX_VALUE);
    assertEquals(3, window.snapshot().count());
    assertEquals(0, window.snapshot().percentileNanos(50));
    assertEquals(Long.MAX_VALUE, window.snapshot().percentileNanos(100));
  }

  /** A slot that is claimed but not filled yet is not a latency of zero. */
  @Test
  void contains_no_latency_that_was_not_measured() throws InterruptedException {
    for (int round = 0; round < 300; round++) {
      LatencyWindow young = new LatencyWindow();
      List<Thread> writers = new ArrayList<>();
      int[] zeros = {0, 0};
      for (int i = 0; i < 2; i++) {
        int self = i;
        writers.add(new Thread(() -> zeros[self] = zerosSeen(young)));
      }
      writers.forEach(Thread::start);
      for (Thread writer : writers) {
        writer.join();
      }
      assertEquals(0, zeros[0] + zeros[1]);
    }
  }

  private static int zerosSeen(LatencyWindow window) {
    int zeros = 0;
    for (int i = 0; i < LatencyWindow.SIZE; i++) {
      window.add(5);
      zeros += window.snapshot().percentileNanos(Double.MIN_VALUE) == 5 ? 0 : 1;
    }
    return zeros;
  }
}
