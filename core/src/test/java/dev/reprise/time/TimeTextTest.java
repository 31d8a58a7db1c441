package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1ns", "1500us", "100ms", "1.5s", "90s", "36h", "7d"})
  void reads_its_printed_text(String text) {
    Duration duration = TimeText.parse(text);
    assertEquals(duration, TimeText.parse(TimeText.format(duration)));
  }

  @Test
  void has_the_form_that_policies_print() {
    assertEquals(Duration.ofMillis(1500), TimeText.parse("1.5s"));
    assertEquals("1500ms", TimeText.format(Duration.ofMillis(1500)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "ms", "-1s", "1 fortnight", "1s 2s"})
  void refuses_anything_else(String text) {
    assertThrows(IllegalArgumentException.class, () -> TimeText.parse(text));
  }
}
