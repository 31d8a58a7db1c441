package dev.reprise.internal.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LosingResultsTest {

  private final LosingResults losingResults = new LosingResults();
  private final List<String> closed = new ArrayList<>();
  private final AutoCloseable one = () -> closed.add("one");
  private final AutoCloseable two = () -> closed.add("two");

  @Test
  void are_kept_until_the_next_outcome_is_known() {
    losingResults.add(one);
    assertEquals(List.of(), closed);
    losingResults.closeAllBut(null);
    losingResults.closeAllBut(null);
    assertEquals(List.of("one"), closed);
  }

  @Test
  void that_are_returned_are_not_closed() {
    losingResults.add(one);
    losingResults.add(two);
    losingResults.closeAllBut(one);
    losingResults.end(null);
    assertEquals(List.of("two"), closed);
  }

  @Test
  void are_closed_at_once_after_the_end_except_the_returned_one() {
    losingResults.add(one);
    losingResults.end(one);
    losingResults.add(one);
    losingResults.add(two);
    assertEquals(List.of("two"), closed);
  }

  @Test
  void are_closed_once_however_often_they_are_reported() {
    losingResults.add(one);
    losingResults.add(one);
    losingResults.closeAllBut(null);
    losingResults.add(one);
    losingResults.end(null);
    losingResults.add(one);
    assertEquals(List.of("one"), closed);
  }

  @Test
  void that_cannot_be_closed_are_ignored() {
    losingResults.end(null);
    losingResults.add("text");
    losingResults.add(null);
    losingResults.add(
        (AutoCloseable)
            () -> {
              throw new AssertionError("closes badly");
            });
    losingResults.add(two);
    assertEquals(List.of("two"), closed);
  }
}
