package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class UntrustedTextTest {

  @Test
  void accepts_escaped_and_truncated_text() {
    assertThatCode(() -> UntrustedText.assertPrintable(PrintableText::oneLine))
        .doesNotThrowAnyException();
  }

  @Test
  void detects_unescaped_output() {
    assertThatThrownBy(() -> UntrustedText.assertPrintable(text -> "order " + text))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "has a different number of lines than with a harmless text: order a\\r\\nWARNING [call 1] orders: paid");
  }

  @Test
  void detects_each_kind_of_harmful_character() {
    assertThatThrownBy(() -> UntrustedText.assertPrintable("a", "a\u202eb"))
        .hasMessage("has an unsafe character: a\\u202eb");
    assertThatThrownBy(() -> UntrustedText.assertPrintable("a", "a\ud83db"))
        .hasMessage("has an unsafe character: a\\ud83db");
    assertThatThrownBy(() -> UntrustedText.assertPrintable("a", "x".repeat(60_000)))
        .hasMessageStartingWith("has a line of 60000 characters: xxx");
    assertThatThrownBy(() -> UntrustedText.assertPrintable("a\nb", "a"))
        .hasMessageStartingWith("has a different number of lines");
  }

  @Test
  void output_of_the_test_kit_is_printable() {
    RecordingListener recorder = new RecordingListener();
    UntrustedText.assertPrintable(
        text -> {
          recorder.clear();
          Retry.none()
              .named(text)
              .withListener(recorder)
              .withBudget(RetryBudget.none())
              .execute(
                  () -> {
                    throw new IOException(text);
                  });
          return recorder + "\n" + recorder.recorded();
        });
  }
}
