package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.FixedResponseServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A null in a response of a compatible server concerns only its own part. */
class NullsInResponsesTest {

  private static final List<Map<String, AttributeValue>> TWO =
      List.of(Map.of("id", Sdk.s("a")), Map.of("id", Sdk.s("b")));

  private static <R> R answering(int status, String body, Function<DynamoDbBatch, R> run) {
    try (FixedResponseServer server = FixedResponseServer.start(status, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      return run.apply(
          DynamoDbBatch.of(client, "t")
              .keySchema(KeySchema.of("id"))
              .policy(RetryPolicy.builder().maxAttempts(2).build()));
    }
  }

  @Test
  void capacity_that_is_null_is_not_counted() {
    WriteReport written =
        answering(
            200,
            "{\"UnprocessedItems\":{},\"ConsumedCapacity\":[null,{\"CapacityUnits\":2}]}",
            batch -> batch.put(TWO));
    ReadReport read =
        answering(
            200,
            "{\"Responses\":{\"t\":[{\"id\":{\"S\":\"a\"}}]},\"UnprocessedKeys\":{},"
                + "\"ConsumedCapacity\":[null]}",
            batch -> batch.get(TWO));

    assertThat(written.allDone()).as("%s", written).isTrue();
    assertThat(written.usage().capacityUnits()).isEqualTo(2);
    assertThat(read.found()).isEqualTo(1);
    assertThat(read.absent()).isEqualTo(1);
  }

  @Test
  void an_unprocessed_write_that_is_null_leaves_the_whole_chunk() {
    WriteReport report =
        answering(200, "{\"UnprocessedItems\":{\"t\":[null]}}", batch -> batch.put(TWO));

    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.attempts() == 2)
        .allMatch(dead -> dead.message().equals("left unprocessed by the service"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}"})
  void no_key_is_absent_if_the_unprocessed_keys_are_missing(String unprocessed) {
    ReadReport report =
        answering(
            200,
            "{\"Responses\":{},\"UnprocessedKeys\":{\"t\":" + unprocessed + "}}",
            batch -> batch.get(TWO));

    assertThat(report.absent()).isZero();
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(
            dead -> dead.message().contains("the response does not name its unprocessed keys"));
  }

  @Test
  void a_statement_whose_result_is_null_has_an_unknown_effect() {
    List<Object> results = new ArrayList<>();
    StatementReport reads =
        answering(
            200,
            "{\"Responses\":[null,{}]}",
            batch ->
                batch.execute(
                    List.of(PartiqlStatement.of("SELECT 1"), PartiqlStatement.of("SELECT 2"))
                        .iterator(),
                    results::add));
    StatementReport writes =
        answering(
            200,
            "{\"Responses\":[{},null]}",
            batch ->
                batch.execute(
                    List.of(PartiqlStatement.of("DELETE 1"), PartiqlStatement.of("DELETE 2"))));

    assertThat(results).hasSize(1);
    assertThat(reads.counts().done()).isEqualTo(1);
    assertThat(reads.deadLetters()).extracting(DeadLetter::attempts).containsExactly(2);
    assertThat(writes.counts().done()).isEqualTo(1);
    assertThat(writes.deadLetters())
        .extracting(DeadLetter::message)
        .containsExactly(
            "the service returned no result; an earlier attempt, whose response was lost, may have"
                + " carried it out");
  }

  @Test
  void an_error_of_a_statement_without_code_and_message_says_so() {
    StatementReport report =
        answering(
            200,
            "{\"Responses\":[{\"Error\":{}},{\"Error\":{\"Code\":\"ValidationError\"}}]}",
            batch ->
                batch.execute(
                    List.of(PartiqlStatement.of("SELECT 1"), PartiqlStatement.of("SELECT 2"))));

    assertThat(report.deadLetters())
        .extracting(DeadLetter::message)
        .containsExactlyInAnyOrder("error without a code", "ValidationError");
  }

  @Test
  void a_reason_of_a_cancelled_transaction_that_is_null_is_none() {
    TransactionReport report =
        answering(
            400,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                + "\"CancellationReasons\":[null,{\"Code\":\"ConditionalCheckFailed\"}]}",
            batch ->
                batch.transact(
                    List.of(WriteTransaction.of(TWO.stream().map(ItemWrite::put).toList()))));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead ->
                assertThat(CancelledWrite.of(dead))
                    .extracting(CancelledWrite::index)
                    .containsExactly(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{\"Code\":null}"})
  void a_transaction_in_conflict_is_sent_again_whatever_its_other_reasons_lack(String reason) {
    TransactionReport report =
        answering(
            400,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                + "\"CancellationReasons\":["
                + reason
                + ",{\"Code\":\"TransactionConflict\"}]}",
            batch ->
                batch.transact(
                    List.of(WriteTransaction.of(TWO.stream().map(ItemWrite::put).toList()))));

    assertThat(report.deadLetters()).extracting(DeadLetter::attempts).containsExactly(2);
  }
}
