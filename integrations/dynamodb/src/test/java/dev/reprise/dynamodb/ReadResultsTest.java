package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.table.KeySchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class ReadResultsTest {

  private final DynamoDbBatch batch =
      DynamoDbBatch.of(
              new AcceptingClient() {
                @Override
                public BatchExecuteStatementResponse batchExecuteStatement(
                    BatchExecuteStatementRequest request) {
                  return BatchExecuteStatementResponse.builder()
                      .responses(
                          Collections.nCopies(
                              request.statements().size(),
                              BatchStatementResponse.builder().build()))
                      .build();
                }
              },
              "items")
          .keySchema(KeySchema.of("id"));

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("id", Sdk.s(id));
  }

  /** Two keys are given several times before the invalid ones. */
  private static final List<Map<String, AttributeValue>> KEYS =
      List.of(key("a"), key("a"), key("b"), key("a"), key(""), key("c"), key("b"), Map.of());

  @Test
  void a_dead_read_has_its_position_among_all_keys_given() throws Exception {
    List<DeadLetter<KeyRead>> consumed = new ArrayList<>();
    List<DeadLetter<KeyRead>> listened = new ArrayList<>();
    List<BatchReport<KeyRead>> ended = new ArrayList<>();
    BatchListener<KeyRead> listener =
        new BatchListener<>() {
          @Override
          public void itemDead(DeadLetter<KeyRead> dead) {
            listened.add(dead);
          }

          @Override
          public void ended(BatchReport<KeyRead> report) {
            ended.add(report);
          }
        };

    ReadReport kept = batch.withReadListener(listener).get(KEYS);
    batch.onDeadRead(consumed::add).get(KEYS);
    ReadReport later = batch.getAsync(KEYS).get();

    for (List<DeadLetter<KeyRead>> letters :
        List.of(
            kept.deadLetters(),
            later.deadLetters(),
            consumed,
            listened,
            ended.get(0).deadLetters())) {
      assertThat(letters).extracting(DeadLetter::position).containsExactly(4L, 7L);
      assertThat(letters)
          .allMatch(
              dead ->
                  dead.item() == kept.reads().get((int) dead.position())
                      || dead.item().key().equals(KEYS.get((int) dead.position())));
    }
    assertThat(kept.batch().counts().input()).isEqualTo(5);
  }

  @Test
  void keys_of_an_iterator_have_their_positions() {
    List<KeyRead> read = new ArrayList<>();

    ReadReport report = batch.get(KEYS.iterator(), read::add);

    assertThat(read).hasSize(6);
    assertThat(report.deadLetters()).extracting(DeadLetter::position).containsExactly(4L, 7L);
  }

  static final List<Throwable> FAILURES =
      List.of(
          new IllegalStateException("made up"),
          new AssertionError("made up"),
          new IOException("made up"));

  private static <T> Consumer<T> failingAt(int count, Throwable failure, List<T> taken) {
    return value -> {
      taken.add(value);
      if (taken.size() == count) {
        ReadResultsTest.<RuntimeException>throwUnchecked(failure);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void throwUnchecked(Throwable failure) throws X {
    throw (X) failure;
  }

  @ParameterizedTest
  @FieldSource("FAILURES")
  void a_consumer_that_throws_anything_gets_the_other_items_of_the_request(Throwable failure) {
    List<Object> read = new ArrayList<>();
    List<Object> executed = new ArrayList<>();
    List<Map<String, AttributeValue>> keys =
        IntStream.range(0, 10).mapToObj(i -> key("key " + i)).toList();
    List<PartiqlStatement> statements =
        keys.stream().map(key -> PartiqlStatement.of("SELECT ?", key.get("id"))).toList();

    ReadReport found = batch.get(keys.iterator(), failingAt(4, failure, read)::accept);
    StatementReport done =
        batch.execute(statements.iterator(), failingAt(4, failure, executed)::accept);

    assertThat(read).hasSize(10);
    assertThat(executed).hasSize(10);
    assertThat(found.batch().callbackFailure()).contains(failure);
    assertThat(done.batch().callbackFailure()).contains(failure);
  }

  @Test
  void keys_that_a_stopped_run_did_not_read_are_not_attempted() throws Exception {
    DynamoDbBatch denied =
        DynamoDbBatch.of(
                new AcceptingClient() {
                  @Override
                  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
                    throw DynamoDbException.builder()
                        .statusCode(400)
                        .awsErrorDetails(
                            AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
                        .build();
                  }
                },
                "items")
            .keySchema(KeySchema.of("id"));
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      keys.add(key("id-" + i % 15_000));
    }

    for (ReadReport report : List.of(denied.get(keys), denied.getAsync(keys).get())) {
      BatchCounts counts = report.batch().counts();
      assertThat(counts.input()).isEqualTo(15_000);
      assertThat(counts.dead() + counts.notAttempted()).isEqualTo(15_000);
      assertThat(report.reads()).hasSize(20_000).noneMatch(KeyRead::isRead);
    }
  }
}
