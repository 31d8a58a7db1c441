package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.testbed.dynamodb.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Responses that the test server cannot return, made by changing its responses. */
class ChangedAnswersTest extends TableTest {

  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";

  private DynamoDbBatch through(ExecutionInterceptor interceptor) {
    DynamoDbClient changed =
        Sdk.blocking(server.endpoint())
            .overrideConfiguration(o -> o.addExecutionInterceptor(interceptor))
            .build();
    return DynamoDbBatch.of(changed, TABLE).policy(ServerContract.SOON);
  }

  /** Changes the response to each statement. */
  private DynamoDbBatch changing(UnaryOperator<BatchStatementResponse> change) {
    return through(
        new ExecutionInterceptor() {
          @Override
          public SdkResponse modifyResponse(
              Context.ModifyResponse context, ExecutionAttributes attributes) {
            return context.response() instanceof BatchExecuteStatementResponse response
                ? response.toBuilder()
                    .responses(response.responses().stream().map(change).toList())
                    .build()
                : context.response();
          }
        });
  }

  private static BatchStatementResponse failed(BatchStatementErrorCodeEnum code) {
    return BatchStatementResponse.builder().error(e -> e.code(code).message("made up")).build();
  }

  /** A service that returns the existing item when it refuses an INSERT. */
  private DynamoDbBatch returningExisting(Map<String, AttributeValue> there) {
    return changing(
        answer -> {
          BatchStatementError error = answer.error();
          return error == null
              ? answer
              : answer.toBuilder().error(error.toBuilder().item(there).build()).build();
        });
  }

  @Test
  void insert_that_finds_its_own_item_after_a_lost_response_is_done() {
    server.failNext("BatchExecuteStatement", 1, Fault.dropAfterProcessing());

    StatementReport report =
        returningExisting(item(1, "ours"))
            .execute(List.of(PartiqlStatement.insert(TABLE, item(1, "ours"))));

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(server.counters().requests("BatchExecuteStatement")).isEqualTo(2);
  }

  @Test
  void insert_is_dead_if_it_finds_a_different_item_or_if_no_response_was_lost() {
    PartiqlStatement insert = PartiqlStatement.insert(TABLE, item(1, "ours"));
    batch(Through.BLOCKING).put(List.of(item(1, "ours")));
    assertThat(returningExisting(item(1, "ours")).execute(List.of(insert)).deadLetters())
        .extracting(DeadLetter::message)
        .containsExactly("DuplicateItem: Duplicate primary key exists in table");
    server.failNext("BatchExecuteStatement", 1, Fault.dropBeforeProcessing());

    StatementReport report = returningExisting(item(1, "of another")).execute(List.of(insert));

    assertThat(report.deadLetters())
        .extracting(DeadLetter::message)
        .containsExactly(
            "DuplicateItem: Duplicate primary key exists in table; an earlier attempt, whose"
                + " response was lost, may have carried it out");
  }

  @ParameterizedTest
  @CsvSource({
    "THROTTLING_ERROR, 1",
    "PROVISIONED_THROUGHPUT_EXCEEDED, 1",
    "REQUEST_LIMIT_EXCEEDED, 1",
    "TRANSACTION_CONFLICT, 0"
  })
  void throttled_statement_of_a_response_is_sent_again_alone(
      BatchStatementErrorCodeEnum code, int throttled) {
    AtomicInteger answers = new AtomicInteger();
    List<PartiqlStatement> writes = IntStream.range(0, 5).mapToObj(this::setBody).toList();
    batch(Through.BLOCKING).put(Sdk.items(5));

    StatementReport report =
        changing(answer -> answers.incrementAndGet() == 3 ? failed(code) : answer).execute(writes);

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(answers).hasValue(6);
    assertThat(report.counts().itemsRetried()).isEqualTo(1);
    assertThat(report.counts().throttledCalls()).isEqualTo(throttled);
  }

  @Test
  void statement_that_failed_in_a_response_is_repeated_only_if_idempotent() {
    AtomicInteger answers = new AtomicInteger();
    batch(Through.BLOCKING).put(Sdk.items(2));

    StatementReport report =
        changing(
                answer ->
                    answers.incrementAndGet() <= 2
                        ? failed(BatchStatementErrorCodeEnum.INTERNAL_SERVER_ERROR)
                        : answer)
            .execute(List.of(setBody(0), setBody(1).idempotent()));

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(dead -> assertThat(dead.position()).isZero())
        .satisfies(dead -> assertThat(dead.message()).contains("may have carried it out"));
    assertThat(answers).hasValue(3);
  }

  private PartiqlStatement setBody(int number) {
    return PartiqlStatement.of(
        "UPDATE orders SET body = ? WHERE id = ? AND stage = ?",
        Sdk.s("set"),
        key(number).get("id"),
        key(number).get("stage"));
  }

  @Test
  void statement_that_is_given_twice_has_two_results() {
    batch(Through.BLOCKING).put(Sdk.items(2));
    PartiqlStatement select =
        PartiqlStatement.of(
            "SELECT * FROM orders WHERE id = ? AND stage = ?",
            key(1).get("id"),
            key(1).get("stage"));
    List<Optional<Map<String, AttributeValue>>> found = new ArrayList<>();

    batch(Through.BLOCKING)
        .execute(List.of(select, select).iterator(), result -> found.add(result.item()));

    assertThat(found)
        .containsExactly(Optional.of(item(1, "body 1")), Optional.of(item(1, "body 1")));
  }

  @Test
  void transaction_cancelled_for_a_conflict_and_a_condition_is_dead_at_once() {
    batch(Through.BLOCKING).put(List.of(item(1, "taken")));
    DynamoDbBatch batch =
        through(
            new ExecutionInterceptor() {
              @Override
              public Throwable modifyException(
                  Context.FailedExecution context, ExecutionAttributes attributes) {
                return context.exception() instanceof TransactionCanceledException cancelled
                    ? withConflict(cancelled)
                    : context.exception();
              }
            });

    TransactionReport report =
        batch.transact(
            List.of(
                WriteTransaction.of(
                    List.of(
                        ItemWrite.put(item(0, "new")), ItemWrite.put(item(1, "new")).ifAbsent()))));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.attempts()).isEqualTo(1);
              assertThat(dead.message())
                  .isEqualTo(
                      "The transaction was cancelled by [0] TransactionConflict; [1]"
                          + " ConditionalCheckFailed: The conditional request failed");
              assertThat(CancelledWrite.of(dead)).hasSize(2);
            });
    assertThat(read(0)).isEmpty();
  }

  private static Throwable withConflict(TransactionCanceledException cancelled) {
    List<CancellationReason> reasons = new ArrayList<>(cancelled.cancellationReasons());
    reasons.set(0, CancellationReason.builder().code("TransactionConflict").build());
    return cancelled.toBuilder().cancellationReasons(reasons).build();
  }

  @Test
  void chunk_refused_for_a_full_item_collection_is_halved() {
    AtomicInteger calls = new AtomicInteger();
    faults =
        operation ->
            operation.equals("BatchWriteItem") && calls.incrementAndGet() == 1
                ? Optional.of(
                    Fault.answer(
                        400, SERVICE + "ItemCollectionSizeLimitExceededException", "too large"))
                : Optional.empty();

    assertThat(batch(Through.BLOCKING).put(Sdk.items(25)).allDone()).isTrue();
    assertThat(calls).hasValue(3);
  }
}
