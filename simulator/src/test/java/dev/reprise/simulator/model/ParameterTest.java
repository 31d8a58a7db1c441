package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {

  private static final Parameter<Double> RATE =
      Parameter.number("rate", 100, 0.001, 1_000_000, "calls per second");

  @ParameterizedTest
  @CsvSource({"100, 100", "0.25, 0.25", ".5, 0.5", "1e3, 1000", "2.5E-1, 0.25", "+7, 7"})
  void a_number_is_decimal(String text, double value) {
    assertThat(RATE.parse(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10d", "10f", "0x1p3", "NaN", "Infinity", "1e9", "", "1 0", "1,5"})
  void other_forms_are_rejected(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RATE.parse(text))
        .withMessage("rate must be a number from 0.001 to 1000000, but was " + text);
  }
}
