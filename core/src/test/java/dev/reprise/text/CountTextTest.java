package dev.reprise.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 calls",
    "1, 1 call",
    "2, 2 calls",
    "-1, -1 calls",
    "1000000000000, 1000000000000 calls"
  })
  void only_one_is_singular(long count, String text) {
    assertEquals(text, CountText.of(count, "call"));
  }
}
