package dev.reprise.aws.batch.kinesis;

import static dev.reprise.aws.batch.kinesis.ScriptedStream.error;
import static dev.reprise.aws.batch.kinesis.Streams.put;
import static dev.reprise.aws.batch.kinesis.Streams.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.aws.request.ClientSettings;
import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.SendResult;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

class PartialPutsTest {

  private static final Retry ONCE =
      Retry.of(RetryPolicy.builder().idempotency(Idempotency.NOT_IDEMPOTENT).build());

  private final ScriptedStream stream = new ScriptedStream();

  private KinesisBatches batches(boolean async) {
    return async ? stream.async() : stream.blocking();
  }

  private static List<String> texts(List<PutRecordsRequestEntry> puts) {
    return puts.stream().map(put -> put.data().asUtf8String()).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requests_have_at_most_500_records(boolean async) {
    BatchReport<PutRecordsRequestEntry> report = batches(async).puts().run(puts(1_200));

    assertThat(report.allDone()).isTrue();
    assertThat(stream.requests).extracting(r -> r.records().size()).containsOnly(500, 200);
    assertThat(stream.stored).containsExactlyInAnyOrderElementsOf(texts(puts(1_200)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void only_the_failed_records_are_sent_again_by_their_position(boolean async) {
    stream
        .failing("record 3", "InternalFailure")
        .failing("record 40", "ProvisionedThroughputExceededException", "InternalFailure");

    BatchReport<PutRecordsRequestEntry> report = batches(async).puts().run(puts(50));

    assertThat(report.allDone()).isTrue();
    assertThat(stream.stored).containsExactlyInAnyOrderElementsOf(texts(puts(50)));
    assertThat(stream.requests.stream().mapToInt(r -> r.records().size()).sum()).isEqualTo(53);
  }

  @Test
  void a_throttled_record_is_given_up_as_throttled() {
    String[] always =
        IntStream.range(0, 100)
            .mapToObj(i -> "ProvisionedThroughputExceededException")
            .toArray(String[]::new);
    stream.failing("record 3", always);

    BatchReport<PutRecordsRequestEntry> report = batches(false).puts().run(puts(1 + 3));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.kind()).isEqualTo(FailureKind.THROTTLED);
              assertThat(dead.message()).contains("ProvisionedThroughputExceededException");
            });
  }

  @Test
  void requests_are_cut_by_bytes_of_data_and_partition_keys() {
    List<PutRecordsRequestEntry> input = List.of(put("kk", "12345678"), put("kk", "12345678"));

    assertThat(batches(false).maxBytes(20).puts().run(input).counts().calls()).isEqualTo(1);
    assertThat(batches(false).maxBytes(19).puts().run(input).counts().calls()).isEqualTo(2);
  }

  @Test
  void a_record_above_a_limit_is_dead_without_a_request() {
    List<PutRecordsRequestEntry> input = List.of(put("kk", "123456789"), put("kk", "small"));

    BatchReport<PutRecordsRequestEntry> byRecord =
        batches(false).maxRecordBytes(10).puts().run(input);
    BatchReport<PutRecordsRequestEntry> byRequest = batches(false).maxBytes(9).puts().run(input);

    assertThat(byRecord.deadLetters().get(0).message())
        .contains("11 bytes")
        .contains("maxRecordBytes 10");
    assertThat(byRequest.deadLetters().get(0).message())
        .contains("11 bytes")
        .contains("maxBytes 9");
    assertThat(byRequest.deadLetters().get(0).attempts()).isZero();
    assertThat(stream.stored).containsExactly("small", "small");
  }

  @Test
  void limits_must_be_at_least_one_byte() {
    assertThatThrownBy(() -> stream.blocking().maxBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes must be at least 1, but was 0");
    assertThatThrownBy(() -> stream.blocking().maxRecordBytes(-1))
        .hasMessage("maxRecordBytes must be at least 1, but was -1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_record_that_makes_a_request_invalid_is_found_by_halving(boolean async) {
    stream.failingRequests(
        request ->
            texts(request.records()).contains("record 33")
                ? error(400, "ValidationException")
                : null);

    BatchReport<PutRecordsRequestEntry> report = batches(async).puts().run(puts(64));

    assertThat(report.counts().done()).isEqualTo(63);
    assertThat(report.deadLetters()).extracting(DeadLetter::position).containsExactly(33L);
    assertThat(report.deadLetters().get(0).error()).isInstanceOf(KinesisException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_missing_stream_stops_the_run(boolean async) {
    stream.failingRequests(request -> error(400, "ResourceNotFoundException"));

    BatchReport<PutRecordsRequestEntry> report =
        batches(async).puts().parallelism(1).run(puts(2_000));

    assertThat(report.stopFailure()).isPresent();
    assertThat(stream.requests).hasSize(1);
    assertThat(report.counts().notAttempted()).isEqualTo(1_500);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void after_an_unknown_effect_records_are_dead_by_default(boolean async) {
    stream.failingRequests(request -> ApiCallAttemptTimeoutException.create(1));

    BatchReport<PutRecordsRequestEntry> report = batches(async).puts().run(puts(10));

    assertThat(stream.requests).hasSize(1);
    assertThat(report.deadLetters())
        .hasSize(10)
        .extracting(DeadLetter::stopReason)
        .containsOnly(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void at_least_once_sends_them_again() {
    stream.failingRequests(
        request -> stream.requests.size() == 1 ? ApiCallAttemptTimeoutException.create(1) : null);

    assertThat(batches(false).atLeastOnce().puts().run(puts(10)).allDone()).isTrue();
  }

  @Test
  void a_throttled_request_is_sent_again_without_being_declared() {
    stream.failingRequests(
        request -> stream.requests.size() <= 2 ? error(400, "KMSThrottlingException") : null);

    assertThat(batches(false).puts().run(puts(10)).allDone()).isTrue();
  }

  @Test
  void results_that_do_not_match_the_records_are_not_taken_for_done() {
    StreamRequest request = new StreamRequest(r -> null, "orders", settings());
    PutRecordsResultEntry stored = PutRecordsResultEntry.builder().sequenceNumber("1").build();
    PutRecordsResponse other = PutRecordsResponse.builder().records(stored).build();

    BatchReply<PutRecordsRequestEntry> reply = request.read(puts(2), other);

    assertThat(
            Batch.of(ONCE, (List<PutRecordsRequestEntry> chunk) -> reply)
                .chunkSize(2)
                .run(puts(2))
                .deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.stopReason() == StopReason.EFFECT_UNKNOWN)
        .allMatch(dead -> dead.message().equals("the response has 1 result for 2 records"));
    assertThatThrownBy(
            () -> request.read(puts(2), PutRecordsResponse.builder().records(List.of()).build()))
        .isInstanceOf(ForeignResponseException.class)
        .hasMessageContaining("Kinesis");
  }

  /** The wait is longer than the default policy allows; without it, there would be retries. */
  @Test
  void a_throttled_request_is_not_sent_again_before_the_time_in_its_response() {
    stream.failingRequests(
        request -> error(400, "ProvisionedThroughputExceededException", "Retry-After", "100000"));

    BatchReport<PutRecordsRequestEntry> report =
        batches(false).policy(KinesisBatches.defaultPolicy()).puts().run(puts(2));

    assertThat(stream.requests).hasSize(1);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.stopReason() == StopReason.HINT_TOO_LONG)
        .allMatch(dead -> dead.error() instanceof KinesisException);
  }

  private static Stream<PutRecordsResultEntry> unclear() {
    PutRecordsResultEntry.Builder result = PutRecordsResultEntry.builder();
    return Stream.of(
        result.build(),
        result.errorMessage("no code").build(),
        result.sequenceNumber("").build(),
        result.sequenceNumber("1").errorCode("InternalFailure").build(),
        null);
  }

  @ParameterizedTest
  @MethodSource("unclear")
  void a_record_is_done_only_if_its_result_has_a_sequence_number_and_no_error(
      PutRecordsResultEntry unclear) {
    PutRecordsResultEntry stored = PutRecordsResultEntry.builder().sequenceNumber("1").build();
    PutRecordsResponse response =
        PutRecordsResponse.builder().records(Arrays.asList(stored, unclear, stored)).build();

    BatchReport<PutRecordsRequestEntry> report =
        Batch.of(
                ONCE,
                (List<PutRecordsRequestEntry> chunk) ->
                    new StreamRequest(r -> null, "orders", settings()).read(chunk, response))
            .chunkSize(3)
            .run(puts(3));

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.position()).isEqualTo(1);
              assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
              assertThat(dead.message()).contains("does not say whether the record was stored");
            });
  }

  private static ClientSettings settings() {
    return new ClientSettings(null, "");
  }

  @Test
  void an_arn_is_sent_as_such() {
    String arn = "arn:aws:kinesis:us-east-1:1:stream/orders";
    List<PutRecordsRequest> sent = new ArrayList<>();
    StreamRequest request =
        new StreamRequest(
            r -> {
              sent.add(r);
              return new CompletableFuture<>();
            },
            arn,
            settings());

    var unused = request.send(puts(1));

    assertThat(sent.get(0).streamARN()).isEqualTo(arn);
    assertThat(sent.get(0).streamName()).isNull();
  }

  /** Order by partition key is a choice: one record of a key in a request. */
  @Test
  void keyed_by_the_partition_key_records_keep_their_order() {
    stream.failing("record 8", "InternalFailure").failing("record 15", "InternalFailure");

    batches(false).puts().keyedBy(PutRecordsRequestEntry::partitionKey).run(puts(70));

    List<Integer> numbers =
        stream.stored.stream().map(text -> Integer.parseInt(text.substring(7))).toList();
    assertThat(numbers).hasSize(70);
    for (int key = 0; key < 7; key++) {
      int remainder = key;
      assertThat(numbers.stream().filter(number -> number % 7 == remainder).toList()).isSorted();
    }
  }

  @Test
  void a_sender_completes_the_future_of_each_record() throws Exception {
    stream.failing("record 3", "ProvisionedThroughputExceededException");
    List<CompletableFuture<SendResult>> results = new ArrayList<>();
    try (BatchSender<PutRecordsRequestEntry> sender = batches(true).puts().sender()) {
      for (PutRecordsRequestEntry put : puts(25)) {
        results.add(sender.send(put));
      }
    }

    assertThat(results).allSatisfy(result -> assertThat(result.join()).isEqualTo(SendResult.DONE));
    assertThat(stream.stored).hasSize(25);
  }

  @Test
  void a_run_resumes_from_its_journal(@TempDir Path directory) {
    stream.failing("record 5", "InternalFailure", "InternalFailure", "InternalFailure");
    KinesisBatches journaled =
        batches(false)
            .policy(Streams.SOON.toBuilder().maxAttempts(1).build())
            .journaledIn(BatchJournal.in(directory.resolve("puts.journal")));

    BatchReport<PutRecordsRequestEntry> first = journaled.puts().run(puts(20));
    BatchReport<PutRecordsRequestEntry> second =
        journaled.policy(Streams.SOON).puts().run(puts(20));

    assertThat(first.counts().dead()).isEqualTo(1);
    assertThat(second.allDone()).isTrue();
    assertThat(second.counts().doneBefore()).isEqualTo(19);
    assertThat(stream.stored).hasSize(20).doesNotHaveDuplicates();
  }
}
