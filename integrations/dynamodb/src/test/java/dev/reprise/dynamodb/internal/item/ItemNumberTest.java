package dev.reprise.dynamodb.internal.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemNumberTest {

  private static final String ZEROS = "0".repeat(600);

  @ParameterizedTest
  @CsvSource({
    "1Z, 1E+600",
    "-12Z, -1.2E+601",
    "+Z1.50, 1.5",
    "Z12.30Z, 12.3",
    "0.Z7, 7E-601",
    ".Z7, 7E-601",
    "1ZE-600, 1",
    "1Ze+5, 1E+605",
    "Z, 0",
    "-0.ZE7, 0",
    "1.0, 1",
    "1E0, 1",
    "100, 1E+2"
  })
  void zeros_at_the_ends_do_not_matter(String text, String value) {
    assertThat(ItemNumber.valueOf(text.replace("Z", ZEROS))).isEqualTo(new BigDecimal(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "Zx",
        "xZ",
        "1Z1",
        "1.Z.1",
        "--1Z",
        "1ZE",
        "1ZE1.5",
        "1ZE99999999999999999999",
        "0ZE99999999999999999999",
        "100E2147483647",
        "1E99999999999",
        "1-Z"
      })
  void text_that_the_service_would_refuse_has_no_value(String text) {
    assertThat(ItemNumber.valueOf(text.replace("Z", ZEROS))).isNull();
  }

  /** In quadratic time, this test would take an hour. */
  @Test
  void numbers_as_long_as_a_line_take_no_time() {
    String zeros = "0".repeat(4_000_000);
    assertThat(ItemNumber.valueOf("1" + zeros)).isEqualTo(new BigDecimal("1E+4000000"));
    assertThat(ItemNumber.valueOf("7".repeat(4_000_000))).isNull();
    assertThat(ItemSize.of(Map.of("n", number("1" + zeros))).stored()).isEqualTo(3);
    assertThat(
            ItemEquality.equal(
                Map.of("n", number("1" + zeros)), Map.of("n", number("1.0e4000000"))))
        .isTrue();
  }

  private static AttributeValue number(String text) {
    return AttributeValue.fromN(text);
  }
}
