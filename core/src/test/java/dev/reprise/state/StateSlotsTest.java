package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class StateSlotsTest {

  private static final int COUNT = 1_000;

  private final StateSlots<Integer> places = new StateSlots<>(COUNT);

  private Set<Integer> held() {
    Set<Integer> held = new TreeSet<>();
    for (int place = 0; place < COUNT; place++) {
      Integer thing = places.get(place);
      if (thing != null) {
        assertTrue(held.add(thing), "twice: " + thing);
      }
    }
    return held;
  }

  @Test
  void contain_one_object_each_until_all_are_used() {
    for (int thing = 0; thing < COUNT; thing++) {
      assertNull(places.get(thing));
      assertTrue(places.tryAdd(thing));
      assertEquals(thing, places.get(thing));
    }
    assertFalse(places.tryAdd(COUNT));
    assertEquals(COUNT, held().size());
  }

  @Test
  void allow_an_object_to_be_replaced_once() {
    Integer first = 1_001;
    Integer second = 1_002;
    assertTrue(places.tryAdd(first));

    assertTrue(places.replace(0, first, second));
    assertFalse(places.replace(0, first, 1_003));

    assertEquals(Set.of(second), held());
  }

  @Test
  void give_each_of_several_threads_its_own_slots() throws Exception {
    int threads = 4;
    CyclicBarrier together = new CyclicBarrier(threads);
    int[] added = new int[threads];
    List<Thread> running = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int number = thread;
      running.add(new Thread(() -> added[number] = addAll(together, number * COUNT)));
    }
    running.forEach(Thread::start);
    for (Thread thread : running) {
      thread.join();
    }

    assertEquals(COUNT, added[0] + added[1] + added[2] + added[3]);
    assertEquals(COUNT, held().size());
  }

  private int addAll(CyclicBarrier together, int first) {
    try {
      together.await();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
    int added = 0;
    for (int thing = first; thing < first + COUNT; thing++) {
      added += places.tryAdd(thing) ? 1 : 0;
    }
    return added;
  }
}
