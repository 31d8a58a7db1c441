package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {

  @Test
  void describes_a_failure_by_class_and_message() {
    assertEquals("java.io.IOException: reset", FailureText.describe(new IOException("reset")));
    assertEquals("java.io.IOException", FailureText.describe(new IOException()));
  }

  @Test
  void describes_a_failure_by_class_alone_if_messages_are_redacted() {
    assertEquals(
        "java.io.IOException", FailureText.describeWithoutMessage(new IOException("password=x")));
  }

  @ParameterizedTest
  @CsvSource({
    "000a, \\n",
    "000d, \\r",
    "0009, \\t",
    "0000, \\u0000",
    "001b, \\u001b",
    "007f, \\u007f",
    "0085, \\u0085",
    "2028, \\u2028",
    "2029, \\u2029",
    "202e, \\u202e",
    "200b, \\u200b",
    "feff, \\ufeff",
    "d800, \\ud800"
  })
  void escapes_characters_that_could_forge_a_log_line(String character, String escaped) {
    char unsafe = (char) Integer.parseInt(character, 16);

    assertEquals("a" + escaped + "b", FailureText.oneLine("a" + unsafe + "b"));
  }

  @Test
  void keeps_letters_of_all_scripts() {
    String text = "Zahlung über 5 € – 支払い \uD83D\uDE80 \\ \"'";

    assertEquals(text, FailureText.oneLine(text));
  }

  @Test
  void cuts_text_that_is_longer_than_three_hundred_characters() {
    assertEquals("x".repeat(300), FailureText.oneLine("x".repeat(300)));
    assertEquals("x".repeat(300) + "...", FailureText.oneLine("x".repeat(301)));
    assertEquals("x".repeat(300) + "...", FailureText.oneLine("x".repeat(10_000_000)));
  }

  @Test
  void does_not_split_a_character() {
    String text = "x".repeat(299) + "\uD83D\uDE80\uD83D\uDE80";

    assertEquals("x".repeat(299) + "...", FailureText.oneLine(text));
  }

  @Test
  void cuts_before_it_escapes_so_that_work_is_bounded() {
    String line = FailureText.oneLine("\0".repeat(1_000_000));

    assertEquals("\\u0000".repeat(300) + "...", line);
  }

  @Test
  void prints_null_for_a_toString_that_returns_null() {
    assertEquals("null", FailureText.oneLine(null));
    assertEquals("null", FailureText.describe(new Answering(() -> null)));
  }

  @Test
  void names_the_class_if_toString_throws() {
    Throwable bug =
        new Answering(
            () -> {
              throw new IllegalStateException("not now");
            });

    assertEquals(Answering.class.getName(), FailureText.describe(bug));
  }

  @Test
  void names_the_class_if_toString_never_ends() {
    assertEquals(Endless.class.getName(), FailureText.describe(new Endless()));
  }

  @Test
  void prints_a_given_description_on_one_line() {
    assertEquals("a\\nb", FailureText.describe(new IOException(), failure -> "a\nb"));
  }

  @Test
  void names_the_class_if_the_description_function_throws() {
    Throwable failure = new IOException("secret");

    assertEquals(
        "java.io.IOException",
        FailureText.describe(
            failure,
            f -> {
              throw new AssertionError(f);
            }));
    assertTrue(FailureText.describe(failure, f -> null).equals("null"));
  }

  private interface Text {
    @org.jspecify.annotations.Nullable
    String get();
  }

  private static final class Answering extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Text text;

    Answering(Text text) {
      this.text = text;
    }

    @Override
    @SuppressWarnings("NullAway") // an implementation that breaks its contract
    public String toString() {
      return text.get();
    }
  }

  private static final class Endless extends RuntimeException {

    private static final long serialVersionUID = 1;

    @Override
    @SuppressWarnings("InfiniteRecursion") // that is the point
    public String toString() {
      return "endless " + this;
    }
  }
}
