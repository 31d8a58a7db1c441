package dev.reprise.dynamodb.write;

import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.items;
import static dev.reprise.dynamodb.Sdk.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.batch.SameKey;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.ServerContract;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.testbed.dynamodb.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

public class ConditionalWritesTest extends TableTest {

  /** The condition that the item has this number. */
  private static WriteCondition numbered(long number) {
    return WriteCondition.of("#n = :n").withName("#n", "number").withValue(":n", n(number));
  }

  @ParameterizedTest
  @EnumSource
  void conditional_writes_are_sent_alone_and_other_writes_fill_their_requests(Through through) {
    batch(through).put(List.of(item(1, "there before"), item(3, "there before")));
    List<ItemWrite> writes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ItemWrite put = ItemWrite.put(item(i, "new"));
      writes.add(i % 3 == 0 ? put.ifAbsent() : put);
    }

    WriteReport report = batch(through).write(writes);

    assertThat(report.counts().done()).isEqualTo(59);
    DeadLetter<ItemWrite> dead = only(report.deadLetters());
    assertThat(dead.position()).isEqualTo(3);
    assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(dead.attempts()).isEqualTo(1);
    assertThat(dead.message())
        .isEqualTo(
            "The condition of the put does not hold (if absent): the table has an item with the"
                + " attributes [body, id, number, stage]");
    assertThat(dead.error())
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            refusal -> assertThat(refusal.item()).isEqualTo(item(3, "there before")));
    assertThat(read(1)).isEqualTo(item(1, "new"));
    assertThat(read(3)).isEqualTo(item(3, "there before"));
    assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(1 + 2);
    assertThat(server.counters().requests("PutItem")).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource
  void a_put_if_absent_is_done_if_it_finds_its_own_item_after_a_lost_response(Through through) {
    server.failNext("PutItem", 1, Fault.dropAfterProcessing());

    WriteReport report = batch(through).write(List.of(ItemWrite.put(item(1, "a")).ifAbsent()));

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(server.counters().requests("PutItem")).isEqualTo(2);
    assertThat(server.counters().itemsWritten()).isEqualTo(1);
  }

  @Test
  void equal_item_that_existed_before_is_a_refusal() {
    batch(Through.BLOCKING).put(List.of(item(1, "a")));

    WriteReport report =
        batch(Through.BLOCKING).write(List.of(ItemWrite.put(item(1, "a")).ifAbsent()));

    assertThat(only(report.deadLetters()).message())
        .contains("the table has an equal item")
        .doesNotContain("earlier attempt");
  }

  @Test
  void different_item_after_a_lost_response_is_a_refusal_that_mentions_the_lost_response() {
    batch(Through.BLOCKING).put(List.of(item(1, "of another")));
    server.failNext("PutItem", 1, Fault.dropBeforeProcessing());

    WriteReport report =
        batch(Through.BLOCKING).write(List.of(ItemWrite.put(item(1, "ours")).ifAbsent()));

    assertThat(only(report.deadLetters()).message())
        .contains("the table has an item with the attributes")
        .contains("an earlier attempt, whose response was lost, may have carried it out");
    assertThat(only(report.deadLetters()).attempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void after_a_lost_response_other_conditions_are_done_only_with_done_if_as_written(
      Through through) {
    batch(through).put(List.of(item(1, "a"), item(2, "a")));
    ItemWrite told = ItemWrite.put(item(1, "b")).onlyIf(named("a"));
    ItemWrite known = ItemWrite.put(item(2, "b")).onlyIf(named("a").doneIfAsWritten());
    server.failNext("PutItem", 2, Fault.dropAfterProcessing());

    WriteReport report = batch(through).write(List.of(told, known));

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(only(report.deadLetters()).item()).isSameAs(told);
    assertThat(only(report.deadLetters()).message())
        .contains(
            "the table has an equal item; an earlier attempt, whose response was lost, may have");
    assertThat(read(1)).isEqualTo(item(1, "b"));
    assertThat(read(2)).isEqualTo(item(2, "b"));
  }

  private static WriteCondition named(String body) {
    return WriteCondition.of("body = :body").withValue(":body", Sdk.s(body));
  }

  @Test
  void deletes_can_have_conditions() {
    batch(Through.BLOCKING).put(items(4));
    server.failNext("DeleteItem", 2, Fault.dropAfterProcessing());

    WriteReport report =
        batch(Through.BLOCKING)
            .parallelism(1)
            .write(
                List.of(
                    ItemWrite.delete(key(0)).onlyIf(numbered(0)),
                    ItemWrite.delete(key(1)).onlyIf(numbered(1).doneIfAsWritten()),
                    ItemWrite.delete(key(2)).onlyIf(numbered(99)),
                    ItemWrite.delete(key(3)).onlyIf(numbered(3))));

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters()).extracting(DeadLetter::position).containsExactly(0L, 2L);
    assertThat(report.deadLetters().get(0).message())
        .contains("the service returned no item; an earlier attempt, whose response was lost");
    assertThat(read(0)).isEmpty();
    assertThat(read(1)).isEmpty();
    assertThat(read(2)).isNotEmpty();
    assertThat(read(3)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void writes_of_a_key_keep_their_order_whether_conditional_or_not(SameKey rule) {
    int versions = 12;
    List<ItemWrite> writes = new ArrayList<>();
    for (int version = 0; version < versions; version++) {
      for (int number = 0; number < 30; number++) {
        ItemWrite put = ItemWrite.put(item(number, "version " + version));
        writes.add(
            version == 0
                ? put
                : put.onlyIf(
                    WriteCondition.of("body = :before")
                        .withValue(":before", Sdk.s("version " + (version - 1)))));
      }
    }
    server.failNext(7, Fault.throttling());

    WriteReport report = batch(Through.BLOCKING).sameKey(rule).write(writes);

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(report.counts().superseded()).isZero();
    assertThat(read(29)).isEqualTo(item(29, "version 11"));
  }

  @Test
  void conditional_write_that_is_throttled_or_conflicts_with_a_transaction_is_sent_again() {
    server.failNext("PutItem", 1, Fault.throttling());
    server.failNext(
        "PutItem",
        1,
        Fault.answer(
            400, "com.amazonaws.dynamodb.v20120810#TransactionConflictException", "ongoing"));
    batch(Through.BLOCKING).put(List.of(item(1, "there")));

    WriteReport report =
        batch(Through.BLOCKING).write(List.of(ItemWrite.put(item(1, "a")).ifAbsent()));

    assertThat(only(report.deadLetters()).attempts()).isEqualTo(3);
    assertThat(only(report.deadLetters()).message()).doesNotContain("lost");
  }

  @Test
  void nothing_is_lost_or_wrongly_refused_with_40_random_fault_scripts() {
    runScripts(40);
  }

  @Test
  @Tag("proof")
  void nothing_is_lost_or_wrongly_refused_with_500_random_fault_scripts() {
    runScripts(500);
  }

  /**
   * With any lost responses, an absent item is written once and an existing item is not changed.
   */
  private void runScripts(int scripts) {
    Random random = new Random(7);
    DynamoDbBatch batch =
        batch(Through.BLOCKING)
            .keySchema(KeySchema.of("id", "stage"))
            .parallelism(3)
            .pace(ServerContract.UNPACED);
    List<Map<String, AttributeValue>> expected = new ArrayList<>();
    IntStream.range(0, scripts).filter(i -> i % 4 == 0).forEach(i -> expected.add(taken(i)));
    batch.put(expected);
    faults = operation -> next(random);
    for (int script = 0; script < scripts; script++) {
      List<ItemWrite> writes = new ArrayList<>();
      if (script % 4 == 0) {
        writes.add(ItemWrite.put(item(10 * script, "other")).ifAbsent());
      }
      writes.add(ItemWrite.put(item(10 * script + 1, "free")).ifAbsent());
      writes.add(ItemWrite.put(item(10 * script + 2, "plain")));
      writes.add(
          ItemWrite.put(item(10 * script + 2, "next")).onlyIf(named("plain").doneIfAsWritten()));

      WriteReport report = batch.write(writes);

      assertThat(report.counts().done()).as("script %s: %s", script, report).isEqualTo(3);
      assertThat(report.counts().dead()).isEqualTo(script % 4 == 0 ? 1 : 0);
      expected.add(item(10 * script + 1, "free"));
      expected.add(item(10 * script + 2, "next"));
    }
    faults = operation -> Optional.empty();
    assertThat(batch.consistentReads().get(expected).items()).isEqualTo(expected);
  }

  private static Map<String, AttributeValue> taken(int script) {
    return item(10 * script, "taken");
  }

  public static Optional<Fault> next(Random random) {
    synchronized (random) {
      return switch (random.nextInt(12)) {
        case 0, 1 -> Optional.of(Fault.dropAfterProcessing());
        case 2 -> Optional.of(Fault.dropBeforeProcessing());
        case 3 -> Optional.of(Fault.internalServerError());
        case 4 -> Optional.of(Fault.throttling());
        default -> Optional.empty();
      };
    }
  }

  @Test
  void invalid_arguments_are_refused() {
    ItemWrite delete = ItemWrite.delete(key(1));
    assertThatThrownBy(delete::ifAbsent).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> delete.onlyIf(WriteCondition.absent()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WriteCondition.of(" ")).hasMessage("condition must not be blank");
    assertThatThrownBy(() -> WriteCondition.of("a = :a").withValue("a", n(1)))
        .hasMessage("placeholder of a value must begin with :, but was a");
    assertThatThrownBy(() -> WriteCondition.of("#a = :a").withName(":a", "a"))
        .hasMessage("placeholder of a name must begin with #, but was :a");
    assertThatThrownBy(() -> WriteCondition.absent().withValue(":a", n(1)))
        .hasMessage("the condition absent() takes no value");
  }

  @Test
  void text_form_has_no_values() {
    assertThat(ItemWrite.put(item(1, "secret")).ifAbsent())
        .hasToString("put[body, id, number, stage] if absent");
    assertThat(ItemWrite.delete(key(1)).onlyIf(numbered(3)).toString()).endsWith("if #n = :n");
  }

  /** Each write depends on the one before it, so that none may be skipped. */
  @ParameterizedTest
  @EnumSource(SameKey.class)
  void conditional_writes_of_one_key_are_all_carried_out_in_their_order(SameKey rule) {
    List<ItemWrite> writes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      writes.add(ItemWrite.put(item(1, "plain")));
      writes.add(ItemWrite.delete(key(1)).onlyIf(WriteCondition.of("attribute_exists(body)")));
      writes.add(ItemWrite.put(item(1, "created")).ifAbsent());
    }

    WriteReport report = batch(Through.BLOCKING).sameKey(rule).write(writes);

    assertThat(report.counts().done()).as("%s", report).isEqualTo(30);
  }
}
