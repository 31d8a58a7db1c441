package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyFieldTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "8e03978e-40d5-43e8-bc93-6894a57f9324 | \"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
        "a\"b | \"a\\\"b\"",
        "a\\b | \"a\\\\b\"",
        "\\\" | \"\\\\\\\"\"",
        "a b~ | \"a b~\"",
        "'' | \"\"",
      })
  void a_key_is_a_string_in_quotes(String key, String field) {
    assertThat(IdempotencyKeyField.format(key)).isEqualTo(field);
    assertThat(IdempotencyKeyField.parse(field)).isEqualTo(key);
    assertThat(IdempotencyKeyField.parseLenient(field)).isEqualTo(key);
  }

  @Test
  void reads_the_field_that_it_writes() {
    Random random = new Random(5);
    for (int round = 0; round < 10_000; round++) {
      StringBuilder key = new StringBuilder();
      for (int length = random.nextInt(20); length > 0; length--) {
        key.append((char) (' ' + random.nextInt('~' - ' ' + 1)));
      }
      String field = IdempotencyKeyField.format(key.toString());
      assertThat(IdempotencyKeyField.parse(field)).isEqualTo(key.toString());
    }
  }

  @Test
  void refuses_a_key_that_a_string_cannot_contain() {
    assertThatThrownBy(() -> IdempotencyKeyField.format("caf\u00e9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key must consist of printable ASCII, but has U+00E9 at index 3");
    assertThatThrownBy(() -> IdempotencyKeyField.format("a\r\nHost: b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("U+000D at index 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"k\";a=1", "\"k\"; a;b=?0", " \"k\" ", "\"k\";a=:Zm9v:;a=@1;b=2.5"})
  void ignores_parameters_and_blanks(String field) {
    assertThat(IdempotencyKeyField.parse(field)).isEqualTo("k");
    assertThat(IdempotencyKeyField.parseLenient(field)).isEqualTo("k");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "order-17 | was a token",
        "17 | was an integer",
        "1.5 | was a decimal",
        "?1 | was a boolean",
        "@1659578233 | was a date",
        ":Zm9v: | was a byte sequence",
        "%\"caf%c3%a9\" | was a display string",
        "8e03978e-40d5 | has more than one item at index 1",
        "\"a\", \"b\" | has more than one item at index 3",
        "\"a | has no closing quote at index 2",
        "\"a\\n\" | has a character that is not valid in a string at index 3",
        "\"a\u00e9\" | has a character that is not valid in a string at index 2",
        "\"a\" b | has more than one item at index 4",
        "\"a\";B | has no key at index 4",
        "'' | has no item at index 0",
        "(\"a\") | has no item at index 0",
        "-x | has no digit at index 1",
        "1234567890123456 | has too many digits, or too few at index 16",
        "1. | has too many digits, or too few at index 2",
        "1.2345 | has too many digits, or too few at index 6",
        "?2 | has no boolean at index 1",
        "@1.5 | has a fraction of a second at index 4",
        "@x | has no date at index 1",
        ":Zm9v | has no closing colon at index 1",
        ":*: | has no base64 at index 1",
        "%x | has no '\"' at index 1",
        "%\"%C3\" | has a character that must be encoded at index 2",
        "%\"a | has no closing quote at index 3",
      })
  void refuses_other_values_and_names_them(String field, String message) {
    assertThatThrownBy(() -> IdempotencyKeyField.parse(field))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Idempotency-Key must be a string in quotes (RFC 9651, section 3.3.3), but " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"order-17", "8e03978e-40d5-43e8-bc93-6894a57f9324", "a\"b", "17", "a b"})
  void accepts_a_key_without_quotes_if_permitted(String field) {
    assertThat(IdempotencyKeyField.parseLenient(" " + field + " ")).isEqualTo(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a", "\"a\" b", "caf\u00e9", "a\tb"})
  void refuses_invalid_values_even_then(String field) {
    assertThatThrownBy(() -> IdempotencyKeyField.parseLenient(field))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Idempotency-Key must be a string in quotes");
  }
}
