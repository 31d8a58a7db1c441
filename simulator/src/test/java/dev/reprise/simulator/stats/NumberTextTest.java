package dev.reprise.simulator.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "796.4, 796",
    "63449, 63400",
    "101.5, 102",
    "9.996, 10.0",
    "999.6, 1000",
    "1.23456, 1.23",
    "0.012345, 0.0123",
    "0.00012345, 1.2e-4",
    "-0.0000999, -1.0e-4",
    "1e-13, 0",
    "-2.5, -2.5",
    "Infinity, never",
    "NaN, never",
  })
  void have_three_digits(double value, String text) {
    assertThat(NumberText.of(value)).isEqualTo(text);
  }

  @Test
  void are_rounded_to_the_nearest_number_of_three_digits() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 3_000; i++) {
      double value = random.nextInt(1, 20_000) / Math.pow(10, random.nextInt(4));
      BigDecimal nearest = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_UP));
      assertThat(new BigDecimal(NumberText.of(value))).isEqualByComparingTo(nearest);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "796.4, 3.21, 100, 0, 796 +- 3.2",
    "5, 0, 100, 0, 5",
    "5, 1e-14, 100, 0, 5",
    "31, 0.5, 7, 3, 31 +- 0.5 (3 of 10 never)",
    "NaN, NaN, 0, 10, never",
  })
  void estimates_have_standard_errors(
      double mean, double error, int count, int never, String text) {
    assertThat(NumberText.of(new Estimate(mean, error, count, never))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "31, 0.5, 7, 3, 31 +- 0.5 (3 of 10 not within 600 s)",
    "NaN, NaN, 0, 10, not within 600 s",
  })
  void undefined_runs_have_the_text_of_their_metric(
      double mean, double error, int count, int undefined, String text) {
    Estimate estimate = new Estimate(mean, error, count, undefined);
    assertThat(NumberText.of(estimate, "not within 600 s")).isEqualTo(text);
  }
}
