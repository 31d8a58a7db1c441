package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.testing.VirtualTime;
import org.junit.jupiter.api.Test;

class FiveLinesTest {

  private static final String URL = "https://example.org/";

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void each_line_survives_failures() throws Exception {
    FlakyPages pages = new FlakyPages().failing(1);
    Retry orders = FiveLines.retry().withEnvironment(time);
    FiveLines.Answers answers = new FiveLines(pages).call(orders, URL);
    assertThat(answers.page()).isEqualTo("page");
    assertThat(time.await(answers.later())).isCompletedWithValue("page");
    assertThat(answers.result().value()).isEqualTo("page");
    assertThat(answers.safe().call()).isEqualTo("page");
    assertThat(pages.calls()).isGreaterThan(4);
  }
}
