package dev.reprise.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoughDurationTest {

  @ParameterizedTest
  @CsvSource({
    "-1, 0 s",
    "0, 0 s",
    "1, 1 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "9994, 9.99 us",
    "9996, 10.0 us",
    "99960, 100 us",
    "999499, 999 us",
    "999500, 1.00 ms",
    "93100000, 93.1 ms",
    "999600000, 1.00 s",
    "12400000000, 12.4 s",
    "119400000000, 119 s",
    "119500000000, 2 min 0 s",
    "303000000000, 5 min 3 s",
    "7199000000000, 119 min 59 s",
    "7200000000000, 2 h 0 min",
    "100000000000000, 27 h 46 min",
    "172800000000000, 2 d 0 h",
    "9223372036854775807, 106751 d 23 h"
  })
  void rounds_to_a_precision_for_readers(long nanos, String text) {
    assertEquals(text, RoughDuration.of(nanos));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100000000, 0-100 ms",
    "-5, 100000000, 0-100 ms",
    "80000000, 120000000, 80.0-120 ms",
    "950000000, 1200000000, 950 ms-1.20 s",
    "300, 400000, 300 ns-400 us",
    "130000000000, 190000000000, 2 min 10 s-3 min 10 s",
    "7200000000000, 7320000000000, 2 h 0 min-2 h 2 min",
    "1000000000, 130000000000, 1.00 s-2 min 10 s",
  })
  void names_the_unit_once_if_both_ends_have_the_same(long least, long most, String text) {
    assertEquals(text, RoughDuration.range(least, most));
  }
}
