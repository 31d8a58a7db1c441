package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The reports in README, on the first page of the site and in the guide are those of real calls.
 */
class ReadmeReportTest {

  private static final String GUIDE = "../docs/guide/logs-and-reports.md";

  private final VirtualTime time = VirtualTime.seeded(7);
  private int attempts;

  @Test
  void the_report_in_the_readme_is_that_of_a_failed_call() throws IOException {
    RetryResult<String> result = retry(RetryPolicy.defaults()).execute(this::fetch);
    assertShows("../README.md", result.report());
    assertShows("../docs/index.md", result.report());
  }

  @Test
  void the_report_in_the_guide_is_that_of_a_failed_call() throws IOException {
    RetryPolicy patient =
        RetryPolicy.builder().maxAttempts(20).within(Duration.ofSeconds(30)).build();
    RetryResult<String> result =
        retry(patient).withBudget(RetryBudget.unlimited()).execute(this::fetch);
    assertShows(GUIDE, result.report());
  }

  @Test
  void the_report_of_a_hedged_call_in_the_guide_is_real() throws IOException {
    RetryPolicy hedged =
        RetryPolicy.builder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofMillis(100)).maxInFlight(3))
            .build();
    ScriptedOperation<String> operation = new ScriptedOperation<>(time);
    operation.hangs().takes(Duration.ofMillis(12)).fails(new IOException("Connection reset"));
    operation.takes(Duration.ofMillis(112)).returns("page");

    RetryResult<String> result = time.await(retry(hedged).executeAsync(operation::stage)).join();

    assertShows(GUIDE, result.report());
  }

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy).named("orders").withEnvironment(time);
  }

  private static void assertShows(String page, RetryReport report) throws IOException {
    String text = Files.readString(Path.of(System.getProperty("basedir", ""), page));
    assertThat(text).contains("```\n" + report + "\n```");
  }

  private String fetch() throws IOException, InterruptedException {
    attempts++;
    boolean slow = attempts % 3 == 2;
    time.pass(Duration.ofMillis(slow ? 800 : 12));
    throw slow ? new SocketTimeoutException("Read timed out") : new IOException("Connection reset");
  }
}
