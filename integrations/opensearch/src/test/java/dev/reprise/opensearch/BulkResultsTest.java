package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.SendResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.opensearch.ScriptedServer.Answer;
import dev.reprise.opensearch.ScriptedServer.Request;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of items and of whole requests, by a server that scripts the faults. */
class BulkResultsTest {

  private static final String BUSY =
      "\"status\":429,\"error\":{\"type\":\"rejected_execution_exception\",\"reason\":\"queue\"}";
  private static final String EXISTS =
      "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\","
          + "\"reason\":\"document already exists\"}";

  private ScriptedServer server = new ScriptedServer(Answer::allOk);
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private OpenSearchBulk bulk(Function<Request, Answer> script) {
    server.close();
    server = new ScriptedServer(script);
    return OpenSearchBulk.of(server.endpoint()).toIndex("orders");
  }

  private static Batch<BulkItem> quick(OpenSearchBulk bulk) {
    return bulk.batch(
            Retry.of(
                    OpenSearchBulk.defaultPolicy().toBuilder()
                        .maxAttempts(4)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .build())
                .withBudget(RetryBudget.unlimited()))
        .parallelism(1);
  }

  private static List<BulkItem> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> BulkItem.index("id-" + i, "{\"n\":1}")).toList();
  }

  /** Answers the first request with one result for each item, and accepts all later ones. */
  private static Function<Request, Answer> first(String... results) {
    return request ->
        request.number() == 1
            ? Answer.items(List.of(results).stream().map(one -> "\"any\":{" + one + "}").toList())
            : Answer.allOk(request);
  }

  private static DeadLetter<BulkItem> onlyDead(BatchReport<BulkItem> report) {
    assertThat(report.deadLetters()).hasSize(1);
    return report.deadLetters().get(0);
  }

  @Test
  void busy_items_are_sent_again_and_no_others() {
    BatchReport<BulkItem> report =
        quick(bulk(first("\"status\":201", BUSY, "\"status\":200"))).run(items(3));

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().throttledCalls()).isEqualTo(1);
    assertThat(server.requests()).hasSize(2);
    assertThat(server.requests().get(1).actions())
        .containsExactly("{\"index\":{\"_id\":\"id-1\"}}");
    assertThat(server.requests().get(0).path())
        .isEqualTo("/orders/_bulk?filter_path=error,status,items.*.status,items.*.error");
  }

  @Test
  void an_item_that_stays_busy_is_dead_with_the_words_of_the_server() {
    BatchReport<BulkItem> report =
        quick(bulk(request -> Answer.items(List.of("\"index\":{" + BUSY + "}")))).run(items(1));

    DeadLetter<BulkItem> dead = onlyDead(report);
    assertThat(dead.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(dead.kind()).isEqualTo(FailureKind.THROTTLED);
    assertThat(dead.message()).isEqualTo("429 rejected_execution_exception: queue");
    assertThat(dead.attempts()).isEqualTo(4);
  }

  @Test
  void a_server_error_of_an_item_is_retried_and_one_without_id_is_not() {
    String failed = "\"status\":503,\"error\":{\"type\":\"unavailable_shards_exception\"}";
    BatchReport<BulkItem> report =
        quick(bulk(first(failed, failed)))
            .run(List.of(BulkItem.index("1", "{}"), BulkItem.indexWithoutId("{}")));

    DeadLetter<BulkItem> dead = onlyDead(report);
    assertThat(dead.item().id()).isEmpty();
    assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(server.requests().get(1).actions()).containsExactly("{\"index\":{\"_id\":\"1\"}}");
  }

  @Test
  void a_busy_item_without_id_is_sent_again_because_nothing_was_stored() {
    BatchReport<BulkItem> report =
        quick(bulk(first(BUSY))).run(List.of(BulkItem.indexWithoutId("{}")));
    assertThat(report.allDone()).isTrue();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void results_are_judged_by_action() {
    String missing = "\"status\":404,\"result\":\"not_found\"";
    String noDocument =
        "\"status\":404,\"error\":{\"type\":\"document_missing_exception\",\"reason\":\"[3]\"}";
    String invalid =
        "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":\"bad\","
            + "\"caused_by\":{\"type\":\"x\",\"reason\":\"not a number\"}}";
    BatchReport<BulkItem> report =
        quick(bulk(first(missing, noDocument, invalid, EXISTS, EXISTS)))
            .run(
                List.of(
                    BulkItem.delete("1"),
                    BulkItem.update("3", "{\"a\":1}"),
                    BulkItem.index("4", "{\"n\":\"x\"}"),
                    BulkItem.create("5", "{}"),
                    BulkItem.update("6", "{\"a\":1}")));

    assertThat(report.deadLetters().stream().map(dead -> dead.item().id().orElse("")))
        .containsExactlyInAnyOrder("3", "4", "5");
    assertThat(report.deadLetters().stream().map(DeadLetter::message))
        .contains(
            "404 document_missing_exception: [3]",
            "400 mapper_parsing_exception: bad: not a number",
            "409 version_conflict_engine_exception: document already exists");
    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(server.requests().get(1).actions()).containsExactly("{\"update\":{\"_id\":\"6\"}}");
  }

  @Test
  void a_conflict_after_a_cut_request_is_done() {
    Function<Request, Answer> cutThenExists =
        request ->
            request.number() == 1
                ? Answer.CUT
                : Answer.items(
                    request.actions().stream().map(one -> "\"create\":{" + EXISTS + "}").toList());
    BatchReport<BulkItem> report =
        quick(bulk(cutThenExists))
            .run(
                List.of(
                    BulkItem.create("1", "{}"), BulkItem.index("2", "{}").withExternalVersion(7)));
    assertThat(report.deadLetters()).isEmpty();
    assertThat(report.allDone()).isTrue();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void items_without_id_and_scripts_are_not_repeated_after_a_cut_request() {
    BatchReport<BulkItem> report =
        quick(bulk(request -> request.number() == 1 ? Answer.CUT : Answer.allOk(request)))
            .run(
                List.of(
                    BulkItem.indexWithoutId("{}"),
                    BulkItem.createWithoutId("{}"),
                    BulkItem.script("1", "{\"script\":\"ctx._source.n++\"}"),
                    BulkItem.index("2", "{}")));
    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.deadLetters()).hasSize(3);
    assertThat(report.deadLetters())
        .allMatch(dead -> dead.stopReason() == StopReason.EFFECT_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 504})
  void a_request_that_failed_for_a_while_is_sent_again(int status) {
    BatchReport<BulkItem> report =
        quick(bulk(request -> request.number() < 3 ? Answer.of(status, "") : Answer.allOk(request)))
            .run(items(2));
    assertThat(report.allDone()).isTrue();
    // After a refusal for load, the pace may send the two items one after the other.
    assertThat(server.requests()).hasSizeBetween(3, status == 429 ? 4 : 3);
  }

  @ParameterizedTest
  @CsvSource({
    "401,security_exception",
    "403,security_exception",
    "404,no_handler",
    "405,method",
    "501,x",
    "302,moved"
  })
  void a_request_that_would_always_fail_stops_the_run(int status, String type) {
    String error = "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"why\"}}";
    BatchReport<BulkItem> report =
        quick(bulk(request -> Answer.of(status, error)).maxItems(2)).run(items(10));

    assertThat(server.requests()).hasSize(1);
    assertThat(report.stopFailure()).get().isInstanceOf(BulkRequestException.class);
    assertThat(report.stopFailure().get()).hasMessage("status " + status + ": " + type + ": why");
    assertThat(report.counts().dead()).isEqualTo(2);
    assertThat(report.counts().notAttempted()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>welcome</html>", "", "{\"took\":1}", "[]", "{\"items\":[]}"})
  void a_response_of_something_else_stops_the_run(String body) {
    BatchReport<BulkItem> report =
        quick(bulk(request -> Answer.of(200, body)).maxItems(2)).run(items(6));
    assertThat(server.requests()).hasSize(1);
    assertThat(report.stopFailure()).get().isInstanceOf(BulkRequestException.class);
    assertThat(report.counts().done()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"items\":[{\"index\":{\"stat", "\r\n {\"items\":["})
  void a_response_that_ends_early_is_an_unknown_effect(String beginning) {
    BatchReport<BulkItem> report =
        quick(
                bulk(
                    request ->
                        request.number() == 1 ? Answer.of(200, beginning) : Answer.allOk(request)))
            .run(List.of(BulkItem.index("1", "{}"), BulkItem.indexWithoutId("{}")));
    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void results_for_other_items_are_an_unknown_effect() {
    BatchReport<BulkItem> report =
        quick(
                bulk(
                    request ->
                        request.number() == 1
                            ? Answer.items(List.of("\"index\":{\"status\":201}"))
                            : Answer.allOk(request)))
            .run(List.of(BulkItem.index("1", "{}"), BulkItem.indexWithoutId("{}")));

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(onlyDead(report).message())
        .isEqualTo("the response has results for 1 item, but the request had 2");
    assertThat(report.stopFailure()).isEmpty();
  }

  @Test
  void a_pipeline_that_does_not_exist_stops_the_run() {
    String missing =
        "\"status\":400,\"error\":{\"type\":\"illegal_argument_exception\","
            + "\"reason\":\"pipeline with id [nightly] does not exist\"}";
    Function<Request, Answer> script =
        request ->
            Answer.items(
                request.actions().stream().map(one -> "\"index\":{" + missing + "}").toList());

    BatchReport<BulkItem> report =
        quick(bulk(script).withParameter("pipeline", "nightly").maxItems(2)).run(items(6));

    assertThat(report.stopFailure().orElseThrow())
        .hasMessageContaining("pipeline with id [nightly] does not exist");
    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.counts().notAttempted()).isEqualTo(4);
  }

  /** As with a value of a parameter that the server does not accept. */
  @Test
  void ten_items_in_a_row_that_are_refused_alone_stop_the_run() {
    String error = "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"timeout\"}}";

    BatchReport<BulkItem> report =
        quick(bulk(request -> Answer.of(400, error)).maxItems(100)).run(items(1_000));

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure().orElseThrow())
        .isInstanceOf(BulkRequestException.class)
        .hasMessageStartingWith("status 400: 10 items in a row were refused, each alone: ");
    assertThat(report.counts().calls()).isLessThan(100);
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().dead() + report.counts().notAttempted()).isEqualTo(1_000);
  }

  @Test
  void nine_items_in_a_row_that_are_refused_alone_are_dead() {
    Function<Request, Answer> script =
        request -> {
          boolean bad =
              request.actions().stream().anyMatch(action -> action.matches(".*id-[0-8]\".*"));
          return bad ? Answer.of(400, "{\"error\":\"bad\"}") : Answer.allOk(request);
        };

    BatchReport<BulkItem> report = quick(bulk(script).maxItems(1)).run(items(40));

    assertThat(report.stopFailure()).isEmpty();
    assertThat(report.counts().dead()).isEqualTo(9);
    assertThat(report.counts().done()).isEqualTo(31);
  }

  @Test
  void items_that_an_earlier_run_refused_do_not_count() {
    Batch<BulkItem> batch =
        quick(bulk(request -> Answer.of(400, "{\"error\":\"bad\"}")).maxItems(1));
    assertThat(batch.run(items(9)).counts().dead()).isEqualTo(9);

    BatchReport<BulkItem> report = batch.run(items(2));

    assertThat(report.stopFailure()).as(report::toString).isEmpty();
    assertThat(report.counts().dead()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"404,index_not_found_exception", "400,invalid_index_name_exception"})
  void an_unusable_index_stops_the_run_and_one_that_an_item_names_does_not(
      int status, String type) {
    String missing =
        "\"status\":" + status + ",\"error\":{\"type\":\"" + type + "\",\"reason\":\"no such\"}";
    Function<Request, Answer> script =
        request ->
            Answer.items(
                request.actions().stream().map(one -> "\"index\":{" + missing + "}").toList());
    BatchReport<BulkItem> report = quick(bulk(script).maxItems(2)).run(items(6));
    assertThat(report.stopFailure())
        .get()
        .hasToString(
            "dev.reprise.opensearch.BulkRequestException:"
                + (" status " + status + ": " + status + " " + type + ": no such"));
    assertThat(server.requests()).hasSize(1);

    BatchReport<BulkItem> named =
        quick(bulk(script).maxItems(2))
            .run(items(6).stream().map(item -> item.in("other")).toList());
    assertThat(named.stopFailure()).isEmpty();
    assertThat(named.counts().dead()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413})
  void a_refused_request_is_halved_until_the_bad_item_is_alone(int status) {
    Function<Request, Answer> script =
        request ->
            request.actions().stream().anyMatch(one -> one.contains("id-5"))
                ? Answer.of(status, "{\"error\":{\"type\":\"x\",\"reason\":\"bad\"}}")
                : Answer.allOk(request);
    BatchReport<BulkItem> report = quick(bulk(script)).run(items(8));
    assertThat(onlyDead(report).item().id()).contains("id-5");
    assertThat(onlyDead(report).message()).contains("status " + status).contains("x: bad");
    assertThat(report.counts().done()).isEqualTo(7);
  }

  @Test
  void a_request_with_an_unknown_parameter_stops_the_run() {
    String error =
        "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":"
            + "\"request [/orders/_bulk] contains unrecognized parameter: [pipline]\"}}";
    BatchReport<BulkItem> report =
        quick(bulk(request -> Answer.of(400, error)).withParameter("pipline", "a b").maxItems(2))
            .run(items(8));
    assertThat(server.requests()).hasSize(1);
    assertThat(server.requests().get(0).path()).endsWith("&pipline=a%20b");
    assertThat(report.stopFailure()).isPresent();
  }

  /** A slow machine can exceed the timeout in a later attempt too. */
  @Test
  void a_response_that_stops_in_its_body_ends_and_is_sent_again() {
    server.close();
    server =
        new ScriptedServer(
            request -> request.number() == 1 ? Answer.STALLED : Answer.allOk(request));
    BulkTransport impatient =
        HttpClientTransport.of(server.endpoint()).timeout(Duration.ofMillis(300));
    BatchReport<BulkItem> report =
        OpenSearchBulk.of(impatient).toIndex("orders").batch().run(items(2));
    assertThat(report.allDone()).as(report.toString()).isTrue();
    assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void the_longest_timeout_does_not_fail_a_request() {
    HttpClientTransport patient =
        HttpClientTransport.of(server.endpoint()).timeout(Duration.ofSeconds(Long.MAX_VALUE));
    BatchReport<BulkItem> report =
        quick(OpenSearchBulk.of(patient).toIndex("orders")).run(items(2));

    assertThat(report.allDone()).isTrue();
  }

  @Test
  void an_error_without_a_reason_has_that_of_its_cause() {
    String noReason =
        "\"status\":400,\"error\":{\"type\":\"mapper_exception\",\"reason\":null,"
            + "\"caused_by\":{\"type\":\"null_pointer_exception\",\"reason\":null,"
            + "\"caused_by\":{\"type\":\"y\",\"reason\":\"no mapping\"}}}";
    assertThat(onlyDead(quick(bulk(first(noReason))).run(items(1))).message())
        .isEqualTo("400 mapper_exception: no mapping");

    String text = "{\"status\":500,\"error\":{\"type\":\"null_pointer_exception\"}}";
    assertThat(onlyDead(quick(bulk(request -> Answer.of(500, text))).run(items(1))).message())
        .endsWith("status 500: null_pointer_exception");
    assertThat(
            onlyDead(quick(bulk(request -> Answer.of(500, "{\"error\":{}}"))).run(items(1)))
                .message())
        .endsWith("status 500: no text");
  }

  @Test
  void a_server_without_connections_is_tried_again_even_for_items_without_id() {
    OpenSearchBulk gone = bulk(Answer::allOk);
    server.close();
    BatchReport<BulkItem> report = quick(gone).run(List.of(BulkItem.indexWithoutId("{}")));
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(onlyDead(report).attempts()).isEqualTo(4);
  }

  @Test
  void a_server_that_no_attempt_reaches_stops_the_run() {
    OpenSearchBulk gone = bulk(Answer::allOk).maxItems(10);
    server.close();
    stopsAfter(4, quick(gone));
  }

  @Test
  void a_missing_connection_is_reported_with_the_address() {
    server.close();
    OpenSearchBulk gone = OpenSearchBulk.of(server.endpoint()).toIndex("orders");
    assertThat(onlyDead(quick(gone).run(items(1))).message())
        .startsWith("java.net.ConnectException: no connection to " + server.endpoint());

    String tooLong = "http://" + "x".repeat(64) + ":9200"; // so that no name server is asked
    OpenSearchBulk unknown = OpenSearchBulk.of(URI.create(tooLong)).toIndex("orders");
    BatchReport<BulkItem> report = quick(unknown).run(items(1));
    assertThat(onlyDead(report).message())
        .isEqualTo(
            "java.net.ConnectException: no connection to " + tooLong + ": its name has no address");
    assertThat(report.stopFailure()).isPresent();
  }

  @Test
  void a_name_that_does_not_exist_stops_the_run() {
    BulkTransport unknown =
        request -> {
          throw new UnknownHostException("search.invalid");
        };
    stopsAfter(4, quick(OpenSearchBulk.of(unknown).maxItems(10)));
  }

  /** In the words of the clients of the JDK, since 21, and of Apache HttpClient. */
  static List<Exception> closedClients() {
    return List.of(
        new IOException("closed", new IOException("closed")),
        new IllegalStateException("Connection pool shut down"));
  }

  @ParameterizedTest
  @MethodSource("closedClients")
  void a_closed_client_stops_the_run_at_once(Exception closed) {
    BulkTransport transport =
        request -> {
          if (closed instanceof IOException io) {
            throw io;
          }
          throw (RuntimeException) closed;
        };
    stopsAfter(1, quick(OpenSearchBulk.of(transport).maxItems(10)));
  }

  private static void stopsAfter(int attempts, Batch<BulkItem> batch) {
    BatchReport<BulkItem> report = batch.run(items(1_000));

    assertThat(report.stopFailure()).isPresent();
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(990);
    assertThat(report.deadLetters())
        .allSatisfy(dead -> assertThat(dead.attempts()).isEqualTo(attempts));
  }

  /** The wait is longer than the default policy allows; without it, there would be retries. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_wait_that_a_response_requests_is_respected(boolean wholeRequest) {
    Map<String, String> wait = Map.of("Retry-After", "100000");
    Answer busy =
        wholeRequest
            ? new Answer(503, wait, "{\"error\":\"busy\"}")
            : new Answer(200, wait, Answer.items(List.of("\"index\":{" + BUSY + "}")).body());
    BatchReport<BulkItem> report = bulk(request -> busy).batch().run(items(1));
    assertThat(server.requests()).hasSize(1);
    assertThat(onlyDead(report).kind()).isEqualTo(FailureKind.THROTTLED);
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.HINT_TOO_LONG);
  }

  @Test
  void items_are_dead_if_the_server_requests_a_wait_above_the_limit() {
    Answer later = new Answer(503, Map.of("Retry-After", "51"), "{}");
    BatchReport<BulkItem> report = bulk(request -> later).batch().run(items(2));

    assertThat(report.deadLetters())
        .extracting(DeadLetter::stopReason)
        .containsOnly(StopReason.HINT_TOO_LONG);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void requests_that_the_transport_has_retried_are_not_retried_again() {
    AtomicInteger sent = new AtomicInteger();
    Retry below =
        Retry.of(
            RetryPolicy.builder()
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .retryOn(IOException.class)
                .build());
    BulkTransport retrying =
        request ->
            below.call(
                () -> {
                  sent.incrementAndGet();
                  throw new IOException("cut");
                });
    BatchReport<BulkItem> report =
        quick(OpenSearchBulk.of(retrying).toIndex("orders")).run(items(1));
    assertThat(sent).hasValue(3);
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.ALREADY_RETRIED);
  }

  @Test
  void requests_are_cut_by_bytes() {
    String document = "{\"text\":\"" + "x".repeat(1_000) + "\"}";
    List<BulkItem> items =
        IntStream.range(0, 50).mapToObj(i -> BulkItem.index("id-" + i, document)).toList();
    BatchReport<BulkItem> report = quick(bulk(Answer::allOk).maxBytes(10_000)).run(items);
    assertThat(report.allDone()).isTrue();
    assertThat(server.requests()).hasSizeBetween(6, 50);
    assertThat(server.requests()).allMatch(request -> request.bytes() <= 10_000);
    assertThat(server.requests().stream().mapToLong(Request::bytes).sum())
        .isEqualTo(items.stream().mapToLong(BulkItem::bytes).sum());
    assertThat(server.requests().stream().mapToInt(Request::bytes).max().orElse(0))
        .isGreaterThan(8_000);
  }

  @Test
  void an_item_that_is_too_large_is_dead_without_a_request() {
    BulkItem large = BulkItem.index("big", "{\"text\":\"" + "x".repeat(1_000) + "\"}");
    BatchReport<BulkItem> report =
        quick(bulk(Answer::allOk).maxBytes(500))
            .run(List.of(BulkItem.index("1", "{}"), large, BulkItem.index("2", "{}")));
    assertThat(onlyDead(report).item()).isEqualTo(large);
    assertThat(onlyDead(report).message())
        .isEqualTo("the item has " + large.bytes() + " bytes, which is above maxBytes, 500");
    assertThat(onlyDead(report).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(onlyDead(report).attempts()).isZero();
    assertThat(report.counts().calls()).isEqualTo(server.requests().size());
    assertThat(server.requests().stream().flatMap(one -> one.actions().stream()))
        .hasSize(2)
        .noneMatch(line -> line.contains("big"));
  }

  @Test
  void items_of_one_document_keep_their_order() {
    BatchReport<BulkItem> report =
        quick(bulk(Answer::allOk))
            .run(
                List.of(
                    BulkItem.index("1", "{}"), BulkItem.delete("1"), BulkItem.index("2", "{}")));
    assertThat(report.allDone()).isTrue();
    List<String> all =
        server.requests().stream().flatMap(request -> request.actions().stream()).toList();
    assertThat(all.indexOf("{\"delete\":{\"_id\":\"1\"}}"))
        .isGreaterThan(all.indexOf("{\"index\":{\"_id\":\"1\"}}"));
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void a_second_run_with_a_journal_sends_only_what_is_not_done() {
    List<BulkItem> items = items(20);
    BatchJournal journal = BatchJournal.in(folder.resolve("journal"));
    OpenSearchBulk refusing =
        bulk(request ->
                request.actions().get(0).contains("id-10")
                    ? Answer.of(401, "{\"error\":\"no\"}")
                    : Answer.allOk(request))
            .maxItems(5);
    BatchReport<BulkItem> stopped =
        quick(refusing).journaledIn(journal, BulkItem::fingerprint).run(items);
    assertThat(stopped.counts().done()).isEqualTo(10);

    OpenSearchBulk accepting = bulk(Answer::allOk);
    BatchReport<BulkItem> resumed =
        quick(accepting).journaledIn(journal, BulkItem::fingerprint).run(items);
    assertThat(resumed.allDone()).isTrue();
    assertThat(resumed.counts().doneBefore()).isEqualTo(10);
    assertThat(resumed.counts().done()).isEqualTo(10);
  }

  @Test
  void items_can_be_pushed() throws Exception {
    try (BatchSender<BulkItem> sender = quick(bulk(Answer::allOk)).sender()) {
      CompletableFuture<SendResult> pushed = sender.send(BulkItem.index("1", "{}"));
      sender.flush().join();
      assertThat(pushed.join()).isEqualTo(SendResult.DONE);
    }
  }
}
