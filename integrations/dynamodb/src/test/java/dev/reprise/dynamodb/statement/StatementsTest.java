package dev.reprise.dynamodb.statement;

import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.items;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.batch.Pace;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.write.ConditionalWritesTest;
import dev.reprise.testbed.dynamodb.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class StatementsTest extends TableTest {

  private static AttributeValue[] keyOf(int number) {
    Map<String, AttributeValue> key = Sdk.key(number);
    return new AttributeValue[] {key.get("id"), key.get("stage")};
  }

  private static PartiqlStatement select(int number) {
    return PartiqlStatement.of("SELECT * FROM orders WHERE id = ? AND stage = ?", keyOf(number));
  }

  private static PartiqlStatement setBody(int number, String body) {
    AttributeValue[] key = keyOf(number);
    return PartiqlStatement.of(
        "UPDATE orders SET body = ? WHERE id = ? AND stage = ?", Sdk.s(body), key[0], key[1]);
  }

  @ParameterizedTest
  @EnumSource
  void reads_and_writes_are_sent_in_separate_requests_and_results_are_passed_on(Through through) {
    batch(through).put(items(60));
    List<PartiqlStatement> statements = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      statements.add(i % 2 == 0 ? select(i) : setBody(i, "set"));
    }
    statements.add(select(99));
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    List<PartiqlStatement> absent = new ArrayList<>();

    StatementReport report =
        batch(through)
            .executeAsync(
                statements.iterator(),
                result -> {
                  if (result.statement().isRead()) {
                    result.item().ifPresentOrElse(found::add, () -> absent.add(result.statement()));
                  }
                })
            .join();

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(report.counts().calls()).isEqualTo(3);
    assertThat(absent).containsExactly(statements.get(50));
    assertThat(new HashSet<>(found)).hasSize(25);
    assertThat(read(1).get("body").s()).isEqualTo("set");
    assertThat(report.usage().capacityUnits()).isPositive();
    assertThat(server.counters().requests("DescribeTable")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void each_refused_statement_is_dead_with_its_own_message(Through through) {
    batch(through).put(items(10));
    List<PartiqlStatement> statements = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      statements.add(setBody(i, "set"));
    }
    statements.set(4, setBody(77, "no such item"));
    statements.set(6, PartiqlStatement.insert("orders", item(6, "there already")));
    statements.set(8, PartiqlStatement.of("UPDATE nowhere SET body = ? WHERE id = ?", n(1), n(1)));

    StatementReport report = batch(through).execute(statements);

    assertThat(report.counts().done()).isEqualTo(7);
    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.deadLetters())
        .extracting(DeadLetter::message)
        .anySatisfy(words -> assertThat(words).startsWith("ConditionalCheckFailed: "))
        .anySatisfy(words -> assertThat(words).startsWith("DuplicateItem: "))
        .anySatisfy(words -> assertThat(words).startsWith("ResourceNotFound: "))
        .noneSatisfy(words -> assertThat(words).contains("lost"));
  }

  @ParameterizedTest
  @EnumSource
  void after_a_lost_response_only_idempotent_statements_are_repeated(Through through) {
    batch(through).put(items(3));
    PartiqlStatement once = setBody(0, "once");
    PartiqlStatement repeatable = setBody(1, "repeatable").idempotent();
    server.failNext("BatchExecuteStatement", 1, Fault.dropAfterProcessing());

    StatementReport report = batch(through).execute(List.of(once, repeatable));

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(only(report.deadLetters()).item()).isSameAs(once);
    assertThat(only(report.deadLetters()).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(read(1).get("body").s()).isEqualTo("repeatable");
  }

  @Test
  void reads_and_throttled_requests_are_repeated() {
    batch(Through.BLOCKING).put(items(3));
    server.failNext("BatchExecuteStatement", 1, Fault.dropAfterProcessing());
    assertThat(batch(Through.BLOCKING).execute(List.of(select(1))).allDone()).isTrue();

    server.failNext("BatchExecuteStatement", 2, Fault.throttling());
    StatementReport report = batch(Through.BLOCKING).execute(List.of(setBody(1, "x")));
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().throttledCalls()).isEqualTo(2);
  }

  @Test
  void repeated_insert_reports_that_an_earlier_attempt_may_have_carried_it_out() {
    PartiqlStatement insert =
        PartiqlStatement.of(
                "INSERT INTO orders VALUE {'id': ?, 'stage': ?}", keyOf(1)[0], keyOf(1)[1])
            .idempotent();
    server.failNext("BatchExecuteStatement", 1, Fault.dropAfterProcessing());

    StatementReport report = batch(Through.BLOCKING).execute(List.of(insert));

    assertThat(only(report.deadLetters()).message())
        .startsWith("DuplicateItem: ")
        .endsWith("an earlier attempt, whose response was lost, may have carried it out");
  }

  @Test
  void nothing_is_lost_with_60_random_fault_scripts() {
    Random random = new Random(3);
    faults =
        operation ->
            operation.equals("BatchExecuteStatement")
                ? ConditionalWritesTest.next(random)
                : Optional.empty();
    DynamoDbBatch batch = batch(Through.BLOCKING).parallelism(2).pace(Pace.unlimited());
    batch.put(items(6));
    for (int script = 0; script < 60; script++) {
      List<PartiqlStatement> statements = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        statements.add(i == 0 ? select(i) : setBody(i, "script " + script).idempotent());
      }

      StatementReport report = batch.execute(statements.iterator());

      assertThat(report.allDone()).as("script %s: %s", script, report).isTrue();
      assertThat(read(4).get("body").s()).isEqualTo("script " + script);
    }
  }

  @Test
  void kind_and_settings_of_statements() {
    assertThat(select(1).isRead()).isTrue();
    assertThat(select(1).isIdempotent()).isTrue();
    assertThat(select(1).consistentRead().isConsistent()).isTrue();
    assertThat(setBody(1, "x").isIdempotent()).isFalse();
    assertThat(PartiqlStatement.insert("o", Map.of("it's", n(1))))
        .hasToString("INSERT INTO \"o\" VALUE {'it''s': ?}");
    assertThatThrownBy(() -> PartiqlStatement.of(" ")).hasMessage("statement must not be blank");
    assertThatThrownBy(() -> setBody(1, "x").consistentRead())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PartiqlStatement.insert("o", Map.of()))
        .hasMessage("item must have attributes, but has none");
  }
}
