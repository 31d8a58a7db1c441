package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RetryScope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that a run is changed by the scope that is open when it begins. */
class ScopeTest {

  private static final RetryPolicy POLICY = RetryPolicy.parse("maxAttempts=4 backoff=none");

  private int calls;

  private BatchReply<String> refuse(List<String> items) {
    calls++;
    return BatchReply.unprocessed(items);
  }

  @Test
  void of_the_thread_that_runs_it() {
    Batch<String> batch = Batch.of(POLICY, this::refuse);
    try (RetryScope open = RetryScope.changing(policy -> policy.maxAttempts(2))) {
      assertThat(batch.run(List.of("one")).deadLetters()).hasSize(1);
    }
    assertThat(calls).isEqualTo(2);
    batch.run(List.of("one"));
    assertThat(calls).isEqualTo(2 + 4);
  }

  @Test
  void of_the_thread_that_starts_it() {
    Batch<String> batch =
        Batch.ofAsync(POLICY, items -> CompletableFuture.completedFuture(refuse(items)));
    CompletableFuture<BatchReport<String>> report;
    try (RetryScope open = RetryScope.changing(policy -> policy.maxAttempts(2))) {
      report = batch.runAsync(List.of("one"));
    }
    report.join();
    assertThat(calls).isEqualTo(2);
  }
}
