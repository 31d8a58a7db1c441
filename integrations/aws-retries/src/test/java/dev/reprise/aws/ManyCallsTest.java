package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.aws.Table.Client;
import dev.reprise.aws.Table.Kind;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testbed.dynamodb.FaultScript;
import dev.reprise.testing.RecordingListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ManyCallsTest {

  private static final int CALLS = 1_000;
  private static final double SHARE = 0.3;

  /**
   * The asynchronous client reports some of the closed connections, if many are, as a wrong state
   * of its own, which no policy retries.
   */
  private static FaultScript faults(Kind kind) {
    FaultScript faults =
        kind == Kind.ASYNC
            ? FaultScript.random(7, SHARE, Fault.throttling(), Fault.internalServerError())
            : FaultScript.random(
                7,
                SHARE,
                Fault.throttling(),
                Fault.internalServerError(),
                Fault.dropBeforeProcessing(),
                Fault.dropAfterProcessing());
    return operation -> operation.equals(Table.GET) ? faults.faultFor(operation) : Optional.empty();
  }

  @ParameterizedTest
  @EnumSource
  void calls_at_once_are_all_answered_although_three_tenths_of_the_attempts_fail(Kind kind) {
    RecordingListener listener = RecordingListener.forAllEvents();
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(30)
                    .backoff(Backoff.fixed(Duration.ofMillis(1)))
                    .build())
            .withBudget(RetryBudget.inFlight(0, CALLS))
            .withListener(listener);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Table table = new Table(faults(kind));
        Client client = table.client(kind, RetryPlugin.of(retry))) {
      List<CompletableFuture<?>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        calls.add(
            kind == Kind.ASYNC
                ? client.start()
                : CompletableFuture.supplyAsync(client::start, threads).thenCompose(call -> call));
      }
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();

      long faults = table.server.counters().faultsInjected();
      assertThat(table.requests()).isEqualTo(CALLS + faults);
      assertThat(listener.recorded(RetryEvent.RetryStarted.class))
          .as("a retry after each fault, and after each use of a connection that a fault closed")
          .hasSizeGreaterThanOrEqualTo((int) faults);
    } finally {
      threads.shutdownNow();
    }
    assertThat(retry.budgetLevel()).hasValue(1);
    assertThat(retry.state().view().retrying()).isZero();
    listener.assertGrammar();
  }
}
