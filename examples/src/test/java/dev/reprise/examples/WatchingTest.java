package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class WatchingTest {

  private final Retry retry =
      Retry.of(RetryPolicy.defaults()).withEnvironment(VirtualTime.seeded(1));

  @Test
  void a_failed_call_reports_its_attempts() {
    Exception failure = catchException(() -> call(Watching.logged(retry)));
    assertThat(Watching.attemptsBehind(failure)).isEqualTo(3);
    assertThat(RetryReport.of(failure).orElseThrow().retry()).isEqualTo("orders");
    assertThat(Watching.attemptsBehind(new IOException("never called"))).isEqualTo(1);
  }

  @Test
  void a_redacted_report_contains_only_classes() {
    Exception failure = catchException(() -> call(Watching.redacted(retry)));
    assertThat(RetryReport.of(failure).orElseThrow().toString())
        .contains("java.io.IOException")
        .doesNotContain("connection reset");
  }

  @Test
  void a_listener_counts_calls_that_gave_up() {
    LongAdder givenUp = new LongAdder();
    Retry counted = Watching.counted(retry, givenUp);
    assertThat(catchException(() -> call(counted))).isInstanceOf(IOException.class);
    counted.call(() -> "fine");
    assertThat(givenUp.sum()).isEqualTo(1);
  }

  @Test
  void one_host_does_not_use_up_the_retries_of_another() throws IOException {
    Retry scarce = retry.withBudget(RetryBudget.bucket(5, 5));
    FlakyPages down = new FlakyPages().failing(3);
    assertThat(catchException(() -> Watching.perHost(scarce, down, "down.example.org")))
        .isInstanceOf(IOException.class);
    assertThat(Watching.perHost(scarce, new FlakyPages().failing(1), "up.example.org"))
        .isEqualTo("page");
  }

  @Test
  void another_budget_replaces_the_standard_budget() {
    assertThat(Watching.withAnotherBudget(retry).state().budget().toString())
        .isEqualTo(RetryBudget.finagle().toString());
  }

  private static String call(Retry retry) throws IOException {
    return retry.call(() -> new FlakyPages().failing(3).fetch("https://example.org/"));
  }
}
