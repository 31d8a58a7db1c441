package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class HostileTextTest {

  @Test
  void passes_what_is_escaped_and_cut() {
    assertThatCode(() -> HostileText.assertPrintable(PrintableText::oneLine))
        .doesNotThrowAnyException();
  }

  @Test
  void finds_what_prints_a_text_as_it_is() {
    assertThatThrownBy(() -> HostileText.assertPrintable(text -> "order " + text))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "has other lines than with a harmless text: order a\\r\\nWARNING [call 1] orders: paid");
  }

  @Test
  void finds_each_kind_of_harm() {
    assertThatThrownBy(() -> HostileText.assertPrintable("a", "a\u202eb"))
        .hasMessage("has an unsafe character: a\\u202eb");
    assertThatThrownBy(() -> HostileText.assertPrintable("a", "a\ud83db"))
        .hasMessage("has an unsafe character: a\\ud83db");
    assertThatThrownBy(() -> HostileText.assertPrintable("a", "x".repeat(60_000)))
        .hasMessageStartingWith("has a line of 60000: xxx");
    assertThatThrownBy(() -> HostileText.assertPrintable("a\nb", "a"))
        .hasMessageStartingWith("has other lines");
  }

  @Test
  void what_the_kit_prints_is_printable() {
    RecordingListener heard = new RecordingListener();
    HostileText.assertPrintable(
        text -> {
          heard.clear();
          Retry.none()
              .named(text)
              .withListener(heard)
              .withBudget(RetryBudget.none())
              .execute(
                  () -> {
                    throw new IOException(text);
                  });
          return heard + "\n" + heard.heard();
        });
  }
}
