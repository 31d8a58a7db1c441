package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.opensearch.ScriptedServer.Answer;
import dev.reprise.opensearch.ScriptedServer.Request;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests servers and proxies that answer with status 413. */
class TooLargeRequestsTest {

  private static final Answer REFUSED = Answer.of(413, "too large");
  private static final int MAX_BYTES = 100_000;

  private static BulkItem item(int number, int bytes) {
    return BulkItem.index("id-" + number, "{\"text\":\"" + "x".repeat(bytes) + "\"}");
  }

  private static List<BulkItem> items(int count, int bytes) {
    return IntStream.range(0, count).mapToObj(i -> item(i, bytes)).toList();
  }

  /** A server with a limit for the length of a request. */
  private static Function<Request, Answer> accepting(int most) {
    return request -> request.bytes() <= most ? Answer.allOk(request) : REFUSED;
  }

  private static BatchReport<BulkItem> run(
      Function<Request, Answer> script, int parallelism, List<BulkItem> items) {
    try (ScriptedServer server = new ScriptedServer(script)) {
      return OpenSearchBulk.of(server.endpoint())
          .toIndex("orders")
          .maxBytes(MAX_BYTES)
          .batch()
          .parallelism(parallelism)
          .run(items);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void a_server_that_refuses_every_request_stops_the_run(int parallelism) {
    BatchReport<BulkItem> report = run(request -> REFUSED, parallelism, items(5_000, 100));

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith(
            "status 413: 10 items in a row were refused as too large, each alone, the last one")
        .hasMessageContaining("while maxBytes is 100000: too large");
    assertThat(report.counts().notAttempted()).isPositive();
  }

  @Test
  void a_server_that_begins_to_refuse_every_request_stops_the_run() {
    Function<Request, Answer> early =
        request -> request.number() <= 2 ? Answer.allOk(request) : REFUSED;

    BatchReport<BulkItem> report = run(early, 1, items(5_000, 100));

    assertThat(report.stopFailure()).as(report::toString).isPresent();
    assertThat(report.counts().done()).isPositive();
  }

  @Test
  void an_item_that_is_too_large_among_small_ones_is_dead_alone() {
    List<BulkItem> items =
        IntStream.range(0, 300).mapToObj(i -> item(i, i % 100 == 50 ? 30_000 : 100)).toList();

    BatchReport<BulkItem> report = run(accepting(20_000), 1, items);

    assertThat(report.deadLetters())
        .extracting(DeadLetter::position)
        .containsExactlyInAnyOrder(50L, 150L, 250L);
    assertThat(report.counts().done()).isEqualTo(297);
    assertThat(report.stopFailure()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {9_000, 30_000})
  void many_items_in_a_row_that_are_too_large_do_not_stop_the_run(int bytes) {
    List<BulkItem> items =
        IntStream.range(0, 300).mapToObj(i -> item(i, i >= 100 && i < 150 ? bytes : 100)).toList();

    BatchReport<BulkItem> report = run(accepting(8_000), 1, items);

    assertThat(report.counts().dead()).as(report::toString).isEqualTo(50);
    assertThat(report.counts().done()).isEqualTo(250);
  }

  @Test
  void large_items_at_the_beginning_do_not_stop_the_run() {
    List<BulkItem> items =
        IntStream.range(0, 200).mapToObj(i -> item(i, i < 50 ? 30_000 : 100)).toList();

    BatchReport<BulkItem> report = run(accepting(20_000), 1, items);

    assertThat(report.counts().dead()).as(report::toString).isEqualTo(50);
    assertThat(report.counts().done()).isEqualTo(150);
  }
}
