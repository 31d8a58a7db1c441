package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.items;
import static dev.reprise.dynamodb.Sdk.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Pace;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testbed.dynamodb.ServerCounters;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract on the test server while it throttles, and tests that need its faults. Its clock
 * advances by 10 ms with every call, so that each call finds some capacity and most find too
 * little: a call for 10 writes or 20 eventually consistent reads.
 */
public abstract class ServerContract extends BatchContract {

  public static final RetryPolicy SOON =
      RetryPolicy.builder()
          .maxAttempts(10)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofNanos(1)))
          .build();

  /** Time does not pass while a run waits, so no rate fits this table. */
  public static final Pace UNPACED = Pace.unlimited();

  private final AtomicLong clock = new AtomicLong();
  final DynamoDbTableServer server =
      DynamoDbTableServer.builder()
          .ticks(() -> clock.addAndGet(10_000_000))
          .burst(Duration.ofMillis(100))
          .start();

  @Override
  @AfterEach
  void dropTable() {
    super.dropTable();
    server.close();
  }

  @Override
  URI endpoint() {
    return server.endpoint();
  }

  @Override
  long writeUnits() {
    return 1_000;
  }

  @Override
  long readUnits() {
    return 1_000;
  }

  @Test
  void sends_only_unprocessed_items_again() {
    WriteReport written = batch.put(items(2_500));

    assertThat(written.allDone()).isTrue();
    assertThat(written.counts().partialCalls()).isPositive();
    assertThat(written.counts().itemsRetried()).isPositive();
    assertThat(server.counters().partialBatches()).isEqualTo(written.counts().partialCalls());
    assertThat(server.counters().itemsWritten()).isEqualTo(2_500);
    assertThat(written.usage().capacityUnits()).isEqualTo(server.counters().writeUnits());

    ReadReport read = batch.get(keys(2_500));

    assertThat(read.items()).isEqualTo(items(2_500));
    assertThat(read.batch().counts().partialCalls()).isPositive();
  }

  static Stream<Fault> throttling() {
    return Stream.of(
        Fault.provisionedThroughputExceeded(),
        Fault.throttling(),
        Fault.answer(400, "com.amazonaws.dynamodb.v20120810#RequestLimitExceeded", "Too fast"));
  }

  @ParameterizedTest
  @MethodSource("throttling")
  void after_a_throttling_exception_the_whole_chunk_is_sent_again_and_not_by_the_sdk(Fault fault) {
    server.failNext("BatchWriteItem", 3, fault);
    server.failNext("BatchGetItem", 3, fault);

    WriteReport written = batch.put(items(25));
    ReadReport read = batch.get(keys(25));

    assertThat(written.allDone()).isTrue();
    assertThat(written.counts().throttledCalls()).isEqualTo(3);
    assertThat(written.usage().requests()).isEqualTo(4);
    assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(4);
    assertThat(read.found()).isEqualTo(25);
    assertThat(server.counters().requests("BatchGetItem")).isEqualTo(4);
  }

  @Test
  void gives_up_after_the_attempts_of_the_policy_without_progress() {
    server.failNext("BatchWriteItem", 10, Fault.throttling());

    WriteReport written = batch.put(items(25));

    assertThat(written.counts().dead()).isEqualTo(25);
    assertThat(written.deadLetters().get(0).stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(written.deadLetters().get(0).message())
        .startsWith("ThrottlingException: Throughput");
    assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(10);
  }

  @Test
  void server_errors_are_retried_by_the_batch_and_not_by_the_sdk() {
    server.failNext("DescribeTable", 1, Fault.serviceUnavailable());
    server.failNext("BatchWriteItem", 2, Fault.internalServerError());
    server.failNext("BatchGetItem", 2, Fault.serviceUnavailable());

    assertThat(batch.put(items(25)).allDone()).isTrue();
    assertThat(batch.get(keys(25)).found()).isEqualTo(25);

    ServerCounters counters = server.counters();
    assertThat(counters.requests("DescribeTable")).isEqualTo(2);
    assertThat(counters.requests("BatchWriteItem")).isEqualTo(3);
    assertThat(counters.requests("BatchGetItem")).isEqualTo(3);
  }

  @Test
  void connections_that_drop_are_retried() {
    server.failNext("BatchWriteItem", 1, Fault.dropBeforeProcessing());
    server.failNext("BatchWriteItem", 1, Fault.dropAfterProcessing());

    assertThat(batch.put(items(25)).allDone()).isTrue();
    assertThat(batch.get(keys(25)).found()).isEqualTo(25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AccessDeniedException", "UnrecognizedClientException"})
  void access_denied_stops_the_run(String type) {
    batch = batch.keySchema(KeySchema.of("id", "stage"));
    server.failNext(
        "BatchWriteItem", 4, Fault.answer(400, "com.amazon.coral.service#" + type, "No"));

    WriteReport written = batch.put(items(100));

    assertThat(written.counts().dead()).isBetween(25L, 100L);
    // The first answer may arrive before the last chunk was read.
    assertThat(written.counts().dead() + written.counts().notAttempted())
        .isEqualTo(written.counts().input());
    assertThat(written.counts().done()).isZero();
    assertThat(written.deadLetters().get(0).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(written.batch().stopFailure()).isPresent();
    assertThat(server.counters().requests("BatchWriteItem")).isBetween(1L, 4L);
  }

  @Test
  void describes_the_table_once_and_not_at_all_if_the_key_schema_is_set() {
    DynamoDbBatch given = batch.keySchema(KeySchema.of("id", "stage"));
    given.put(items(5));
    assertThat(server.counters().requests("DescribeTable")).isZero();

    batch.put(items(5));
    batch.parallelism(2).get(keys(5));
    batch.put(items(5));

    assertThat(server.counters().requests("DescribeTable")).isEqualTo(1);
  }

  @Test
  void consistent_reads_cost_twice_as_much() {
    batch.put(items(10));

    double eventual = batch.get(keys(10)).usage().capacityUnits();
    double consistent = batch.consistentReads().get(keys(10)).usage().capacityUnits();

    assertThat(eventual).isEqualTo(5);
    assertThat(consistent).isEqualTo(10);
  }

  @Test
  void throttled_write_does_not_overwrite_a_newer_one() {
    server.failNext("BatchWriteItem", 2, Fault.throttling());
    List<ItemWrite> writes =
        Stream.iterate(0, i -> i + 1)
            .limit(100)
            .map(i -> ItemWrite.put(Sdk.item(i % 50, i < 50 ? "old" : "new")))
            .toList();

    WriteReport written = batch.parallelism(4).write(writes);

    assertThat(written.counts().done()).isEqualTo(100);
    assertThat(batch.get(keys(50)).items())
        .hasSize(50)
        .allSatisfy(item -> assertThat(item.get("body").s()).isEqualTo("new"));
  }

  @Test
  void cancelling_the_future_ends_the_run() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    server.failNext("BatchWriteItem", 1_000, Fault.holdUntil(never));
    Stream<ItemWrite> endless =
        Stream.iterate(0, i -> i + 1)
            .peek(
                i -> {
                  if (i == 25) {
                    first.countDown();
                  }
                })
            .map(i -> ItemWrite.put(Sdk.item(i, "endless")));
    CompletableFuture<WriteReport> run = batch.writeAsync(endless.iterator());
    await(first);

    assertThat(run.cancel(true)).isTrue();
    never.countDown();

    WriteReport next = batch.put(items(25));
    assertThat(next.allDone()).isTrue();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
