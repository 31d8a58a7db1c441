package dev.reprise.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextReaderTest {

  @Test
  void reads_from_left_to_right() {
    TextReader reader = new TextReader("  maxAttempts=5 within=1.5s share=2.5E-1");
    reader.skipBlank();
    assertEquals("maxAttempts", reader.identifier("a setting"));
    reader.expect('=');
    assertEquals(5, reader.integer("maxAttempts"));
    reader.skipBlank();
    assertEquals("within", reader.identifier("a setting"));
    assertFalse(reader.tryConsume(':'));
    assertTrue(reader.tryConsume('='));
    assertEquals(Duration.ofMillis(1500), reader.duration("within"));
    reader.skipBlank();
    assertEquals("share", reader.identifier("a setting"));
    reader.expect('=');
    assertEquals(0.25, reader.decimal("share"));
    assertTrue(reader.atEnd());
    assertEquals(0, reader.peek());
    assertEquals("read", reader.whole("read"));
  }

  @Test
  void a_mistake_shows_the_text_and_points_at_the_character() {
    TextReader reader = new TextReader("a=b");
    reader.identifier("a name");
    assertMistake("expected ':', but found '=' (column 2)\n  a=b\n   ^", () -> reader.expect(':'));
  }

  @Test
  void a_mistake_at_the_end_points_after_the_text() {
    assertMistake(
        "expected a name, but the text ended (column 1)\n  \n  ^",
        () -> new TextReader("").identifier("a name"));
  }

  @Test
  void shows_a_part_of_a_long_text_with_the_caret_in_the_right_column() {
    String text = "x".repeat(500) + "!" + "y".repeat(500);
    TextReader reader = new TextReader(text);
    reader.identifier("a name");
    String[] lines = mistake(() -> reader.whole("read")).getMessage().split("\n", -1);
    assertEquals("expected the end, but found '!' (column 501)", lines[0]);
    assertEquals("  …" + "x".repeat(60) + "!" + "y".repeat(39) + "…", lines[1]);
    assertEquals('!', lines[1].charAt(lines[2].indexOf('^')));
  }

  @Test
  void shows_characters_that_would_break_the_line_as_blanks() {
    assertMistake(
        "expected a name, but found U+000A (column 1)\n    a\n  ^",
        () -> new TextReader("\n\ta").identifier("a name"));
    assertMistake(
        "expected a name, but found U+2028 (column 1)\n   a\u00e9\n  ^",
        () -> new TextReader("\u2028a\u00e9").identifier("a name"));
    assertMistake(
        "expected a name, but found U+00A0 (column 1)\n   a\n  ^",
        () -> new TextReader("\u00a0a").identifier("a name"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "+1", "2147483648", "99999999999999999999"})
  void whole_numbers_are_not_negative_and_fit(String text) {
    assertThrows(IllegalArgumentException.class, () -> new TextReader(text).integer("n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", ".5", "1e", "1e+", "1e999", "NaN", "Infinity"})
  void decimals_are_finite_and_not_negative(String text) {
    assertThrows(IllegalArgumentException.class, () -> new TextReader(text).decimal("n"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 1.5, 0.2, 1e-5, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, 1.0 / 3})
  void reads_printed_decimals_as_the_same_numbers(double number) {
    assertEquals(number, new TextReader(NumberText.format(number)).decimal("n"));
  }

  @Test
  void a_value_ends_at_a_blank_or_comma_outside_parentheses() {
    assertEquals("f(a, (b c), d)", new TextReader("f(a, (b c), d),x").balancedValue("a value"));
    assertEquals("java.io.IOException", value("java.io.IOException x"));
    assertEquals("5", value("5)"));
    assertEquals("a()b", value("a()b\tc"));
  }

  private static String value(String text) {
    return new TextReader(text).balancedValue("a value");
  }

  @Test
  void a_value_is_not_empty_and_closes_its_parentheses() {
    assertMistake("expected a value, but found ')' (column 1)\n  )\n  ^", () -> value(")"));
    assertMistake(
        "expected ')', but the text ended (column 5)\n  f(a \n      ^", () -> value("f(a "));
  }

  @Test
  void a_mistake_in_a_nested_value_points_into_the_whole_text() {
    TextReader reader = new TextReader("within=5 x");
    reader.identifier("a setting");
    reader.expect('=');
    assertMistake(
        "expected a unit of time (ns, us, ms, s, m, h or d) after 5, but the text ended (column 9)"
            + "\n  within=5 x\n          ^",
        () -> reader.nested("a duration", DurationText::parse));
  }

  @Test
  void a_mistake_without_a_position_points_at_the_beginning_of_the_value() {
    TextReader reader = new TextReader("n=x y");
    reader.identifier("a setting");
    reader.expect('=');
    assertMistake(
        "no x (column 3)\n  n=x y\n    ^",
        () ->
            reader.nested(
                "a value",
                value -> {
                  throw new IllegalArgumentException("no " + value);
                }));
  }

  @Test
  void a_mistake_with_a_position_keeps_it() {
    TextReader reader = new TextReader("abc");
    IllegalArgumentException first = reader.failAt(2, "bad");
    assertSame(first, reader.refusedAt(1, first));
  }

  @Test
  void allows_blanks_around_a_whole_text_and_nothing_else() {
    assertEquals("a", whole(" a\n"));
    assertMistake("expected the end, but found 'b' (column 3)\n  a b\n    ^", () -> whole("a b"));
  }

  private static String whole(String text) {
    TextReader reader = TextReader.atContent(text);
    return reader.whole(reader.identifier("a name"));
  }

  private static void assertMistake(String message, Executable read) {
    assertEquals(message, mistake(read).getMessage());
  }

  private static IllegalArgumentException mistake(Executable read) {
    return assertThrows(IllegalArgumentException.class, read);
  }
}
