package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.statement.Statement;
import dev.reprise.testbed.dynamodb.statement.StatementParser;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ExecuteStatement and BatchExecuteStatement. A batch has 1 to 25 statements, of which all read or
 * all write. They are carried out in their order, each separately, and each returns its own error.
 * The service documents no rule against two statements for one item, so there is none here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html">BatchExecuteStatement</a>
 */
final class StatementOperations {

  private static final int MOST_STATEMENTS = 25;
  private static final String STATEMENT = "Statement";
  private static final String ON_FAILURE = "ReturnValuesOnConditionCheckFailure";
  private static final Set<String> SINGLE_PARAMETERS =
      Set.of(
          STATEMENT,
          "Parameters",
          "ConsistentRead",
          "Limit",
          ON_FAILURE,
          ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> BATCH_PARAMETERS =
      Set.of("Statements", ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> MEMBER_PARAMETERS =
      Set.of(STATEMENT, "Parameters", "ConsistentRead", ON_FAILURE);

  private final StatementRunner runner;
  private final LiveCounters counters;

  StatementOperations(Tables tables, LiveCounters counters) {
    this.runner = new StatementRunner(tables, counters);
    this.counters = counters;
  }

  Map<String, Operation> byName() {
    return Map.of("ExecuteStatement", this::single, "BatchExecuteStatement", this::batch);
  }

  private ObjectNode single(Fields request, long now) {
    request.accepting(SINGLE_PARAMETERS);
    Constraints constraints = new Constraints();
    ConsumedCapacityDetail.check(request, constraints);
    constraints.atLeast("limit", request.number("Limit"), 1);
    check("", request, constraints);
    constraints.verify();
    Statement statement = parse(request);
    StatementRunner.Result result = runner.run(statement, options(request, false), now);
    ObjectNode answer = Json.object();
    ArrayNode items = answer.putArray("Items");
    if (result.item() != null) {
      items.add(result.item());
    }
    ConsumedCapacityDetail.of(request).addTo(answer, statement.table(), result.halves());
    return answer;
  }

  /** A statement of a batch: parsed, or the error of the parser. */
  private record Member(Fields sent, @Nullable Statement statement, @Nullable ServiceError error) {}

  private ObjectNode batch(Fields request, long now) {
    List<Member> members = members(request);
    rejectMixture(members);
    ConsumedCapacityDetail wish = ConsumedCapacityDetail.of(request);
    ObjectNode answer = Json.object();
    ArrayNode responses = answer.putArray("Responses");
    ArrayNode consumed = Json.array();
    for (Member member : members) {
      responses.add(response(member, wish, consumed, now));
    }
    if (wish != ConsumedCapacityDetail.NONE) {
      answer.set("ConsumedCapacity", consumed);
    }
    return answer;
  }

  private ObjectNode response(
      Member member, ConsumedCapacityDetail wish, ArrayNode consumed, long now) {
    Statement statement = member.statement();
    if (statement == null) {
      return failed(member.error() == null ? ServiceError.internal() : member.error());
    }
    try {
      StatementRunner.Result result = runner.run(statement, options(member.sent(), true), now);
      if (wish != ConsumedCapacityDetail.NONE) {
        consumed.add(wish.of(statement.table(), result.halves()));
      }
      ObjectNode response = Json.object().put("TableName", statement.table());
      if (result.item() != null) {
        response.set("Item", result.item());
      }
      return response;
    } catch (ServiceError error) {
      return failed(error);
    }
  }

  private ObjectNode failed(ServiceError error) {
    counters.failedStatement();
    ObjectNode response = Json.object();
    ObjectNode details =
        response
            .putObject("Error")
            .put("Code", error.shortCode())
            .put("Message", error.getMessage());
    JsonNode item = error.item();
    if (item != null) {
      details.set("Item", item);
    }
    return response;
  }

  private static List<Member> members(Fields request) {
    request.accepting(BATCH_PARAMETERS);
    Constraints constraints = new Constraints();
    ConsumedCapacityDetail.check(request, constraints);
    ArrayNode sent = request.list("Statements");
    constraints.notNull("statements", sent);
    List<Fields> statements = new ArrayList<>();
    if (sent != null) {
      constraints
          .atLeast("statements", sent, sent.size(), 1)
          .atMost("statements", sent, sent.size(), MOST_STATEMENTS);
      sent.forEach(each -> statements.add(new Fields("Statement", Fields.asMap(each))));
    }
    for (int i = 0; i < statements.size(); i++) {
      check("statements." + (i + 1) + ".member.", statements.get(i), constraints);
    }
    constraints.verify();
    return statements.stream().map(StatementOperations::member).toList();
  }

  private static Member member(Fields sent) {
    sent.accepting(MEMBER_PARAMETERS);
    try {
      return new Member(sent, parse(sent), null);
    } catch (ServiceError malformed) {
      return new Member(sent, null, malformed);
    }
  }

  private static void check(String path, Fields sent, Constraints constraints) {
    String text = sent.text(STATEMENT);
    constraints.notNull(path + "statement", text);
    if (text != null) {
      constraints.atLeast(path + "statement", text, text.length(), 1);
    }
    constraints.oneOf(
        path + "returnValuesOnConditionCheckFailure",
        sent.text(ON_FAILURE),
        List.of("ALL_OLD", "NONE"));
  }

  private static Statement parse(Fields sent) {
    List<JsonNode> parameters = new ArrayList<>();
    ArrayNode given = sent.list("Parameters");
    if (given != null) {
      given.forEach(value -> parameters.add(AttributeValues.normalise(value)));
    }
    return StatementParser.parse(String.valueOf(sent.text(STATEMENT)), parameters);
  }

  private static StatementRunner.Options options(Fields sent, boolean batch) {
    return new StatementRunner.Options(
        sent.flag("ConsistentRead", false), ItemOperations.wantsOldOnFailure(sent), batch);
  }

  /** The service documents the rule. The message is that of the same mistake in a transaction. */
  private static void rejectMixture(List<Member> members) {
    long reads = 0;
    long writes = 0;
    for (Member member : members) {
      Statement statement = member.statement();
      if (statement != null) {
        reads += statement.reads() ? 1 : 0;
        writes += statement.reads() ? 0 : 1;
      }
    }
    if (reads > 0 && writes > 0) {
      throw ServiceError.validation(
          "BatchExecuteStatement API does not support both read and write operations in the same"
              + " request.");
    }
  }
}
