package dev.reprise.internal.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LosingResultsTest {

  private final LosingResults leftovers = new LosingResults();
  private final List<String> closed = new ArrayList<>();
  private final AutoCloseable one = () -> closed.add("one");
  private final AutoCloseable two = () -> closed.add("two");

  @Test
  void are_kept_until_the_next_outcome_is_known() {
    leftovers.add(one);
    assertEquals(List.of(), closed);
    leftovers.closeAllBut(null);
    leftovers.closeAllBut(null);
    assertEquals(List.of("one"), closed);
  }

  @Test
  void that_come_back_are_not_ours() {
    leftovers.add(one);
    leftovers.add(two);
    leftovers.closeAllBut(one);
    leftovers.end(null);
    assertEquals(List.of("two"), closed);
  }

  @Test
  void are_closed_at_once_after_the_end_but_for_what_was_returned() {
    leftovers.add(one);
    leftovers.end(one);
    leftovers.add(one);
    leftovers.add(two);
    assertEquals(List.of("two"), closed);
  }

  @Test
  void are_closed_once_however_often_they_come() {
    leftovers.add(one);
    leftovers.add(one);
    leftovers.closeAllBut(null);
    leftovers.add(one);
    leftovers.end(null);
    leftovers.add(one);
    assertEquals(List.of("one"), closed);
  }

  @Test
  void that_cannot_be_closed_are_let_be() {
    leftovers.end(null);
    leftovers.add("text");
    leftovers.add(null);
    leftovers.add(
        (AutoCloseable)
            () -> {
              throw new AssertionError("closes badly");
            });
    leftovers.add(two);
    assertEquals(List.of("two"), closed);
  }
}
