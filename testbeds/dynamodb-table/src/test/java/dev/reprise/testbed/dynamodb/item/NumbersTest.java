package dev.reprise.testbed.dynamodb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.0, 1",
    "-0, 0",
    "0.00, 0",
    "0012.3400, 12.34",
    "1e3, 1000",
    "-5E-3, -0.005",
  })
  void a_number_is_stored_without_superfluous_zeros(String given, String stored) {
    assertThat(Numbers.normalise(given)).isEqualTo(stored);
  }

  @Test
  void accepts_38_digits_and_the_whole_range() {
    assertThat(Numbers.normalise("9".repeat(38))).isEqualTo("9".repeat(38));
    assertThat(Numbers.normalise("1E-130")).hasSize(132);
    assertThat(Numbers.normalise("9.9E125")).hasSize(126);
  }

  @ParameterizedTest
  @CsvSource({
    "'', cannot be converted to a numeric value",
    "one, cannot be converted to a numeric value: one",
    "NaN, cannot be converted to a numeric value: NaN",
    "1E126, Number overflow",
    "100E2147483647, cannot be converted",
    "-1E126, Number overflow",
    "1E-131, Number underflow",
    "1E999999999999, cannot be converted to a numeric value",
    "123456789012345678901234567890123456789, more than 38 significant digits",
  })
  void rejects_what_the_service_rejects(String given, String message) {
    assertThatThrownBy(() -> Numbers.normalise(given))
        .isInstanceOf(ServiceError.class)
        .hasMessageContaining(message);
  }

  @Test
  void rejects_text_as_long_as_an_item_at_once() {
    for (String long400Kb : List.of("1" + "0".repeat(400_000), "7".repeat(400_000))) {
      assertThatThrownBy(() -> Numbers.normalise(long400Kb))
          .isInstanceOf(ServiceError.class)
          .hasMessage("The parameter cannot be converted to a numeric value");
    }
  }
}
