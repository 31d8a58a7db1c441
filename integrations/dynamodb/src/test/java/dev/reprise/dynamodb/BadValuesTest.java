package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Items with values that no request can carry. */
class BadValuesTest {

  private static final AttributeValue NONE = AttributeValue.builder().build();
  private static final AttributeValue TWO = AttributeValue.builder().s("a").n("1").build();

  /** The values of an attribute. */
  static final List<List<@Nullable AttributeValue>> BAD =
      Stream.of(
              null,
              NONE,
              TWO,
              AttributeValue.fromL(List.of(Sdk.s("a"), NONE)),
              AttributeValue.fromM(Map.of("k", TWO)))
          .map(Collections::singletonList)
          .toList();

  @TempDir private Path folder;

  private final AcceptingClient client = new AcceptingClient();
  private final DynamoDbBatch batch =
      DynamoDbBatch.of(client, "items").keySchema(KeySchema.of("id"));

  private static Map<String, AttributeValue> item(String id, @Nullable AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", Sdk.s(id));
    item.put("x", value);
    return item;
  }

  private static List<Map<String, AttributeValue>> around(Map<String, AttributeValue> bad) {
    return List.of(item("first", Sdk.s("a")), bad, item("last", Sdk.s("b")));
  }

  private static void assertOneDead(WriteReport report, String message) {
    assertThat(report.counts().done()).as("%s", report).isEqualTo(2);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.position()).isEqualTo(1);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.error()).isInstanceOf(InvalidItemException.class);
              assertThat(dead.message()).isEqualTo(message);
            });
  }

  @ParameterizedTest
  @FieldSource("BAD")
  void a_put_with_a_value_that_has_no_type_is_dead_alone(List<@Nullable AttributeValue> bad) {
    WriteReport report = batch.put(around(item("bad", bad.get(0))));

    assertOneDead(report, "attribute x must have one type, but has none or several");
    assertThat(client.writes).hasSize(1);
  }

  @ParameterizedTest
  @FieldSource("BAD")
  void a_journal_goes_on_after_it(List<@Nullable AttributeValue> bad) {
    DynamoDbBatch journaled = batch.journaledIn(BatchJournal.in(folder.resolve("journal")));
    List<Map<String, AttributeValue>> items = around(item("bad", bad.get(0)));

    assertOneDead(journaled.put(items), "attribute x must have one type, but has none or several");

    assertThat(journaled.put(items).counts().doneBefore()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100E2147483647", "1E9999999999"})
  void a_journal_goes_on_after_a_number_with_too_large_an_exponent(String number) {
    DynamoDbBatch journaled = batch.journaledIn(BatchJournal.in(folder.resolve("journal")));

    WriteReport report = journaled.put(around(item("bad", AttributeValue.fromN(number))));

    assertThat(report.batch().journalFailure()).isEmpty();
    assertThat(report.counts().done()).as("the service refuses the number").isEqualTo(3);
  }

  /** The items of a transaction in the form of the SDK are not checked before they are sent. */
  @ParameterizedTest
  @FieldSource("BAD")
  void a_journal_goes_on_after_a_transaction_with_it(List<@Nullable AttributeValue> bad) {
    DynamoDbBatch journaled = batch.journaledIn(BatchJournal.in(folder.resolve("journal")));
    Map<String, AttributeValue> item = item("bad", bad.get(0));

    TransactionReport report =
        journaled.transact(
            List.of(
                WriteTransaction.builder()
                    .add(TransactWriteItem.builder().put(p -> p.tableName("t").item(item)).build())
                    .build()));

    assertThat(report.allDone()).as("%s", report).isTrue();
  }

  @ParameterizedTest
  @FieldSource("BAD")
  void other_attributes_of_a_delete_do_not_matter(List<@Nullable AttributeValue> bad) {
    assertThat(batch.write(List.of(ItemWrite.delete(item("one", bad.get(0))))).allDone()).isTrue();
  }

  @ParameterizedTest
  @FieldSource("BAD")
  void a_file_of_dead_letters_has_it(List<@Nullable AttributeValue> bad) throws IOException {
    Path file = folder.resolve("dead.ndjson");
    try (DeadLetterFile letters = DeadLetterFile.create(file, "items")) {
      WriteReport report =
          batch
              .onDeadWrite(letter -> letters.write(letter, 0))
              .put(around(item("bad", bad.get(0))));
      assertThat(report.batch().callbackFailure()).isEmpty();
    }
    assertThat(Files.readAllLines(file))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("\"id\":{\"S\":\"bad\"}", "{}"));
  }

  @Test
  void a_key_with_several_types_is_dead_alone() {
    ReadReport report = batch.get(List.of(Map.of("id", Sdk.s("one")), Map.of("id", TWO)));

    assertThat(report.found()).isEqualTo(1);
    assertThat(report.deadLetters())
        .extracting(DeadLetter::message)
        .containsExactly("key attribute id must be of type S, N or B, but has none or several");
  }

  private static void endsAt(BatchReport<?> report, String message) {
    assertThat(report.sourceFailure()).as("%s", report).isPresent();
    assertThat(report.sourceFailure().orElseThrow())
        .isInstanceOf(NullPointerException.class)
        .hasMessage(message);
    assertThat(report.counts().done()).isEqualTo(1);
  }

  @Test
  void an_item_that_is_null_ends_the_input_with_its_position() {
    List<@Nullable Map<String, AttributeValue>> items =
        Arrays.asList(item("first", Sdk.s("a")), null, item("last", Sdk.s("b")));
    String message = "the item at position 1 is null";

    endsAt(batch.put(items).batch(), message);
    endsAt(batch.put(items.stream()).batch(), message);
    endsAt(batch.put((Iterable<Map<String, AttributeValue>>) items::iterator).batch(), message);
    List<@Nullable ItemWrite> writes = Arrays.asList(ItemWrite.put(item("a", Sdk.s("a"))), null);
    endsAt(batch.write(writes).batch(), message);
    endsAt(batch.write(writes.iterator()).batch(), message);
  }

  @Test
  void a_key_that_is_null_has_its_position_in_the_message() {
    List<@Nullable Map<String, AttributeValue>> keys =
        Arrays.asList(Map.of("id", Sdk.s("one")), null);
    String message = "the key at position 1 is null";

    endsAt(batch.get(keys.iterator(), read -> {}).batch(), message);
    assertThatNullPointerException().isThrownBy(() -> batch.get(keys)).withMessage(message);
    assertThat(batch.getAsync(keys))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(NullPointerException.class)
        .withMessageContaining(message);
  }
}
