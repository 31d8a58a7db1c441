package dev.reprise.dynamodb.transaction;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.ServerContract;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ConditionalWritesTest;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class TransactionsTest extends TableTest {

  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";

  /** Adds one to a number, so that a repetition is visible. */
  private static TransactWriteItem count(int number) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(TABLE)
                    .key(key(number))
                    .updateExpression("ADD hits :one")
                    .expressionAttributeValues(Map.of(":one", n(1))))
        .build();
  }

  private static WriteTransaction counting(int counter, int entry) {
    return WriteTransaction.builder()
        .add(count(counter))
        .add(ItemWrite.put(item(entry, "entry")).ifAbsent())
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void each_transaction_is_carried_out_or_dead_with_the_cause(Through through) {
    batch(through).put(List.of(item(7, "taken")));
    List<WriteTransaction> transactions =
        IntStream.range(0, 10).mapToObj(i -> counting(100 + i, i)).toList();

    TransactionReport report = batch(through).transact(transactions);

    assertThat(report.counts().done()).isEqualTo(9);
    DeadLetter<WriteTransaction> dead = only(report.deadLetters());
    assertThat(dead.position()).isEqualTo(7);
    assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(dead.message()).contains("cancelled by [1] ConditionalCheckFailed: ");
    assertThat(dead.error()).isInstanceOf(TransactionCanceledException.class);
    assertThat(CancelledWrite.of(dead))
        .singleElement()
        .satisfies(
            write -> {
              assertThat(write.index()).isEqualTo(1);
              assertThat(write.code()).isEqualTo("ConditionalCheckFailed");
              assertThat(write.existingItem()).isEqualTo(item(7, "taken"));
            });
    assertThat(read(107)).isEmpty();
    assertThat(read(108).get("hits")).isEqualTo(n(1));
    assertThat(report.usage().capacityUnits()).isEqualTo(9 * 4);
  }

  @ParameterizedTest
  @EnumSource
  void transaction_with_a_lost_response_is_sent_again_with_the_same_token(Through through) {
    server.failNext("TransactWriteItems", 2, Fault.dropAfterProcessing());

    TransactionReport report =
        batch(through).transactAsync(List.of(counting(100, 1)).iterator()).join();

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(server.counters().requests("TransactWriteItems")).isEqualTo(3);
    assertThat(read(100).get("hits")).isEqualTo(n(1));
  }

  @Test
  void conflicts_and_throttling_are_retried() {
    server.failNext("TransactWriteItems", 2, Fault.transactionConflict(0));
    server.failNext(
        "TransactWriteItems", 1, Fault.answer(400, SERVICE + "TransactionInProgressException", ""));
    server.failNext("TransactWriteItems", 1, Fault.throttling());

    TransactionReport report = batch(Through.BLOCKING).transact(List.of(counting(100, 1)));

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(report.counts().calls()).isEqualTo(5);
    assertThat(report.counts().throttledCalls()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"IdempotentParameterMismatchException", "ValidationException"})
  void refusals_are_final(String code) {
    server.failNext("TransactWriteItems", 1, Fault.answer(400, SERVICE + code, "no"));

    TransactionReport report = batch(Through.BLOCKING).transact(List.of(counting(100, 1)));

    assertThat(only(report.deadLetters()).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(only(report.deadLetters()).message()).contains("no");
    assertThat(server.counters().requests("TransactWriteItems")).isEqualTo(1);
  }

  @Test
  void a_transaction_is_not_sent_again_nine_minutes_after_a_lost_response() {
    VirtualTime time = VirtualTime.seeded(1);
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(5)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofMinutes(4)))
            .build();
    server.failNext("TransactWriteItems", 9, Fault.dropAfterProcessing());

    TransactionReport report =
        time.await(
                batch(Through.BLOCKING)
                    .keySchema(KeySchema.of("id", "stage"))
                    .retry(
                        Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(time))
                    .transactAsync(List.of(counting(100, 1)).iterator()))
            .join();

    assertThat(only(report.deadLetters()).error()).isInstanceOf(EffectUnknownException.class);
    assertThat(only(report.deadLetters()).message()).contains("may have been carried out");
    assertThat(server.counters().requests("TransactWriteItems")).isEqualTo(3);
    assertThat(read(100).get("hits")).isEqualTo(n(1));
  }

  @Test
  void nothing_is_lost_or_done_twice_with_60_random_fault_scripts() {
    Random random = new Random(11);
    faults =
        operation ->
            operation.equals("TransactWriteItems")
                ? ConditionalWritesTest.next(random)
                : Optional.empty();
    DynamoDbBatch batch = batch(Through.BLOCKING).parallelism(3).pace(ServerContract.UNPACED);
    for (int script = 0; script < 60; script++) {
      int first = 10 * script;
      List<WriteTransaction> transactions = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        transactions.add(counting(10_000 + script, first + i));
      }

      TransactionReport report = batch.transact(transactions.iterator());

      assertThat(report.allDone()).as("script %s: %s", script, report).isTrue();
      assertThat(read(10_000 + script).get("hits")).isEqualTo(n(3));
    }
  }

  @Test
  void transaction_that_is_too_large_is_dead_without_a_request() {
    String body = "x".repeat(399 * 1024);
    WriteTransaction large =
        WriteTransaction.of(
            IntStream.range(0, 11).mapToObj(i -> ItemWrite.put(item(i, body))).toList());

    TransactionReport report = batch(Through.BLOCKING).transact(List.of(large));

    assertThat(only(report.deadLetters()).error())
        .isInstanceOf(InvalidItemException.class)
        .hasMessageStartingWith("transaction must be at most 4194304 bytes, but was ");
    assertThat(server.counters().requests("TransactWriteItems")).isZero();
  }

  @Test
  void invalid_arguments_are_refused() {
    assertThatThrownBy(() -> WriteTransaction.of(List.of()))
        .hasMessage("writes of a transaction must be 1 to 100, but were 0");
    assertThatThrownBy(() -> WriteTransaction.builder().token(""))
        .hasMessage("token must be 1 to 36 characters, but was 0");
    WriteTransaction.Builder builder = WriteTransaction.builder().add(count(1));
    assertThat(builder.build().token()).isNotEqualTo(builder.build().token());
    assertThat(builder.token("given").build().token()).isEqualTo("given");
    assertThat(builder.build()).hasToString("transaction of 1 write");
  }

  @Test
  void a_transaction_with_a_write_without_its_key_is_dead_without_a_request() {
    List<WriteTransaction> transactions =
        List.of(
            WriteTransaction.of(List.of(ItemWrite.put(item(1, "a")), ItemWrite.delete(Map.of()))),
            WriteTransaction.of(List.of(ItemWrite.put(Map.of("id", Sdk.s("only"))))),
            WriteTransaction.of(List.of(ItemWrite.put(item(2, "a")))));

    TransactionReport report = batch(Through.BLOCKING).transact(transactions);

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.attempts() == 0)
        .allMatch(dead -> dead.error() instanceof InvalidItemException)
        .extracting(dead -> dead.message())
        .containsExactly("key attribute id is missing", "key attribute stage is missing");
    assertThat(report.usage().requests()).isEqualTo(1);
  }
}
