package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuickStartTest {

  private static final String URL = "https://example.org/";

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void every_call_shape_survives_two_failures() throws Exception {
    FlakyPages pages = new FlakyPages().failing(2);
    QuickStart.Answers answers = quickStart(pages).inEveryWay(URL);
    assertThat(answers.page()).isEqualTo("page");
    assertThat(answers.timed()).isEqualTo("page");
    assertThat(pages.timeLeft).isLessThanOrEqualTo(Duration.ofSeconds(3));
    assertThat(time.await(answers.later())).isCompletedWithValue("page");
    assertThat(answers.result().value()).isEqualTo("page");
    assertThat(answers.result().attempts()).isGreaterThan(1);
    assertThat(answers.safe().call()).isEqualTo("page");
    assertThat(pages.calls()).isEqualTo(15);
  }

  @Test
  void the_token_form_survives_two_failures() throws IOException {
    FlakyPages pages = new FlakyPages().failing(2);
    assertThat(quickStart(pages).inTokenForm(URL)).isEqualTo("page");
    assertThat(pages.calls()).isEqualTo(3);
  }

  @Test
  void a_failed_call_throws_the_exception_of_the_service() {
    FlakyPages pages = new FlakyPages().failing(5);
    assertThatThrownBy(() -> quickStart(pages).inEveryWay(URL))
        .isSameAs(pages.lastFailure())
        .satisfies(
            failure -> assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(5));
  }

  @Test
  void the_text_equals_the_builder() {
    assertThat(QuickStart.fromText()).isEqualTo(QuickStart.retry().policy());
  }

  private QuickStart quickStart(FlakyPages pages) {
    return new QuickStart(QuickStart.retry().withEnvironment(time), pages);
  }
}
