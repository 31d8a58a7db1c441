package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests failures that are not about an item, by transports that script them. */
class StoppedLoadTest {

  private static Batch<BulkItem> quick(BulkTransport transport) {
    return OpenSearchBulk.of(transport)
        .toIndex("orders")
        .batch(
            Retry.of(
                    OpenSearchBulk.defaultPolicy().toBuilder()
                        .maxAttempts(4)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .maxHint(Duration.ofSeconds(50))
                        .build())
                .withBudget(RetryBudget.unlimited()))
        .parallelism(1)
        .chunkSize(10);
  }

  private static List<BulkItem> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> BulkItem.index("id-" + i, "{\"n\":1}")).toList();
  }

  private static BulkResponse response(int status, Map<String, List<String>> header, String body) {
    return new BulkResponse(status, header, body.getBytes(StandardCharsets.UTF_8));
  }

  private static BulkResponse allOk(BulkRequest request) {
    String body = new String(request.body(), StandardCharsets.UTF_8);
    String results =
        body.lines()
            .filter(line -> line.startsWith("{\"index\""))
            .map(line -> "{\"index\":{\"status\":200}}")
            .collect(Collectors.joining(","));
    return response(200, Map.of(), "{\"errors\":false,\"items\":[" + results + "]}");
  }

  /** Sends the first request, and lets a script end each later one. */
  private static BatchReport<BulkItem> afterOneRequest(BulkTransport script) {
    boolean[] sent = {false};
    return quick(
            request -> {
              if (sent[0]) {
                return script.send(request);
              }
              sent[0] = true;
              return allOk(request);
            })
        .run(items(100));
  }

  private static void isStopped(BatchReport<BulkItem> report, StopReason reason) {
    assertThat(report.stopReason()).as(report::toString).isEqualTo(reason);
    assertThat(report.counts().done()).isEqualTo(10);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(80);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void a_server_that_requests_a_long_wait_stops_the_run(int status) {
    BatchReport<BulkItem> report =
        afterOneRequest(
            request -> response(status, Map.of("Retry-After", List.of("61")), "maintenance"));

    isStopped(report, StopReason.HINT_TOO_LONG);
    assertThat(report.counts().calls()).isEqualTo(2);
    assertThat(report.stopFailure().orElseThrow())
        .hasMessage("status " + status + ", Retry-After 61 s: maintenance");
  }

  static List<Throwable> bugs() {
    return List.of(
        new IllegalStateException("no mapper"),
        new NullPointerException(),
        new UnsupportedOperationException("not yet"),
        new ArithmeticException("/ by zero"),
        new RuntimeException("of an own class"),
        new NoClassDefFoundError("com/example/Json"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void a_bug_of_a_transport_stops_the_run(Throwable bug) {
    BatchReport<BulkItem> report =
        afterOneRequest(
            request -> {
              if (bug instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) bug;
            });

    isStopped(report, StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure()).containsSame(bug);
  }

  @Test
  void a_transport_that_returns_null_stops_the_run_and_is_named() {
    BatchReport<BulkItem> report = afterOneRequest(request -> null);

    isStopped(report, StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure().orElseThrow())
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("the transport returned null");
  }

  @Test
  void a_cut_connection_does_not_stop_the_run() {
    BatchReport<BulkItem> report =
        afterOneRequest(
            request -> {
              throw new IOException("Connection reset");
            });

    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().dead()).isEqualTo(90);
  }

  @Test
  void an_unchecked_exception_counts_as_the_failure_of_the_network_that_it_wraps() {
    BatchReport<BulkItem> cut =
        afterOneRequest(
            request -> {
              throw new UncheckedIOException(new IOException("Connection reset"));
            });
    BatchReport<BulkItem> unreachable =
        afterOneRequest(
            request -> {
              throw new IllegalStateException("failed", new ConnectException("refused"));
            });

    assertThat(cut.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    isStopped(unreachable, StopReason.NOT_RETRYABLE);
    assertThat(unreachable.deadLetters().get(0).attempts()).isEqualTo(4);
  }

  @Test
  void items_that_another_run_was_refused_do_not_count() {
    Batch<BulkItem> batch =
        quick(
                request ->
                    new String(request.body(), StandardCharsets.UTF_8).contains("\"id-1")
                        ? allOk(request)
                        : response(400, Map.of(), "refused"))
            .chunkSize(1);
    List<BatchReport<BulkItem>> others = new ArrayList<>();

    batch
        .onDeadLetter(
            dead -> {
              if (dead.position() == 8) {
                others.add(batch.run(List.of(BulkItem.index("0", "{}"), items(2).get(1))));
              }
            })
        .run(IntStream.range(20, 29).mapToObj(i -> BulkItem.index("" + i, "{}")).toList());

    assertThat(others.get(0).stopFailure()).isEmpty();
    assertThat(others.get(0).counts().done()).isEqualTo(1);
  }
}
