package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0",
    "PT0.000000001S, 1 ns",
    "PT0.000000999S, 999 ns",
    "PT0.0000015S, 1.5 us",
    "PT0.0009994S, 999 us",
    "PT0.0009996S, 1 ms",
    "PT0.08749S, 87.5 ms",
    "PT0.1S, 100 ms",
    "PT0.9996S, 1 s",
    "PT1.5S, 1.5 s",
    "PT60S, 60 s",
    "PT119.6S, 120 s",
    "PT120S, 2 min",
    "PT90M, 90 min",
    "PT10H, 10 h",
    "P3D, 3 d",
    "P4000D, 4000 d",
    "P1000000D, forever",
  })
  void three_digits_and_a_unit(Duration time, String text) {
    assertThat(Durations.format(time)).isEqualTo(text);
  }
}
