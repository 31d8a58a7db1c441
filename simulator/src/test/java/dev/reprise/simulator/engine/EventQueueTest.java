package dev.reprise.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class EventQueueTest {

  private final EventQueue queue = new EventQueue();

  private record Event(long time, long payload) {}

  @Test
  void orders_events_by_time_then_by_insertion() {
    SimulationRandom random = SimulationRandom.of(1);
    PriorityQueue<Event> expected =
        new PriorityQueue<>(
            Comparator.comparingLong(Event::time).thenComparingLong(Event::payload));
    for (long added = 0; added < 200_000; added++) {
      if (random.nextInt(100) < 55 || expected.isEmpty()) {
        Event event = new Event(queue.nowNanos() + random.nextInt(50), added);
        expected.add(event);
        queue.add(event.time(), event.payload());
      } else {
        Event event = expected.remove();
        assertThat(queue.nextNanos()).isEqualTo(event.time());
        assertThat(queue.take()).isEqualTo(event.payload());
        assertThat(queue.nowNanos()).isEqualTo(event.time());
      }
      assertThat(queue.size()).isEqualTo(expected.size());
    }
  }

  @Test
  void an_event_in_the_past_is_due_now() {
    queue.add(100, 1);
    queue.take();
    queue.add(7, 2);
    assertThat(queue.nextNanos()).isEqualTo(100);
  }

  @Test
  void reports_that_it_is_empty() {
    assertThat(queue.nextNanos()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(queue::take)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the event queue is empty at 0 ns");
  }

  @Test
  void allocates_only_to_grow() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 1000; i++) {
      queue.add(i, i);
    }
    turn(20_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    turn(1_000_000);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4096);
  }

  private void turn(int events) {
    for (int i = 0; i < events; i++) {
      long payload = queue.take();
      queue.add(queue.nowNanos() + (payload * 31 & 1023), payload + 1);
    }
  }
}
