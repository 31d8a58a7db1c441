package dev.reprise.testbed.dynamodb.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.item.Scalar;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionsTest {

  private static final ObjectNode ITEM =
      json(
          "{'id': {'S': 'a'}, 'age': {'N': '7'}, 'bin': {'B': 'AQID'}, 'tags': {'SS': ['x']},"
              + " 'doc': {'M': {'k': {'L': [{'S': 'p'}, {'S': 'q'}, {'N': '3'}]}, 'z': {'N':"
              + " '1'}}}}");
  private static final String NAMES =
      "'ExpressionAttributeNames': {'#id': 'id', '#year': 'year', '#doc': 'doc'}";
  private static final String VALUES =
      "'ExpressionAttributeValues': {':a': {'S': 'a'}, ':b': {'S': 'b'}, ':seven': {'N': '7.0'},"
          + " ':ten': {'N': '10'}, ':raw': {'B': 'AQI='}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attribute_exists(id)                        | true",
        "attribute_not_exists(id)                    | false",
        "attribute_not_exists(#year)                 | true",
        "attribute_exists(doc.k[2])                  | true",
        "attribute_exists(doc.k[3])                  | false",
        "attribute_exists(id.k)                      | false",
        "id = :a                                     | true",
        ":a = #id                                    | true",
        "id <> :a                                    | false",
        "nothing <> :a                               | true",
        "nothing = :a                                | false",
        "age = :seven                                | true",
        "age < :ten                                  | true",
        "age >= :ten                                 | false",
        "age < :a                                    | false",
        "age BETWEEN :seven AND :ten                 | true",
        "id between :b and :b                        | false",
        "begins_with(bin, :raw)                      | true",
        "begins_with(id, :b)                         | false",
        "doc.k[0] = doc.k[1]                         | false",
        "NOT id = :a                                 | false",
        "id = :b OR id = :a AND age = :seven         | true",
        "(id = :a OR id = :a) AND age = :ten         | false",
        "NOT (id = :b) AND NOT attribute_exists(nix) | true",
      })
  void a_condition_is_true_or_false(String expression, boolean holds) {
    assertThat(condition(expression).holds(ITEM)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | The expression can not be empty;",
        "id               | Syntax error; token: \"<EOF>\"",
        "id = :a :b       | Syntax error; token: \":b\"",
        "id = :a AND      | Syntax error; token: \"<EOF>\"",
        "id ! :a          | Syntax error; token: \"!\"",
        "id = :nix        | value used in expression is not defined; attribute value: :nix",
        "#nix = :a        | not defined; attribute name: #nix",
        "year = :a        | Attribute name is a reserved keyword; reserved keyword: year",
        "doc.Status = :a  | Attribute name is a reserved keyword; reserved keyword: Status",
        "contains(id, :a) | Function contains is not supported by this server",
        "size(id) > :ten  | Function size is not supported by this server",
        "id IN (:a)       | Operator IN is not supported by this server",
        "nix(id)          | Invalid function name; function: nix",
      })
  void an_invalid_condition_has_an_error_message(String expression, String message) {
    assertThatThrownBy(() -> condition(expression))
        .isInstanceOf(ServiceError.class)
        .hasMessageStartingWith("Invalid ConditionExpression: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id              | {'id': {'S': 'a'}}",
        "#id, age        | {'id': {'S': 'a'}, 'age': {'N': '7'}}",
        "nothing         | {}",
        "doc.z           | {'doc': {'M': {'z': {'N': '1'}}}}",
        "#doc.k[2]       | {'doc': {'M': {'k': {'L': [{'N': '3'}]}}}}",
        "doc.k[2], doc.k[0], doc.k[9]"
            + "          | {'doc': {'M': {'k': {'L': [{'S': 'p'}, {'N': '3'}]}}}}",
        "doc.k[1], doc.z | {'doc': {'M': {'k': {'L': [{'S': 'q'}]}, 'z': {'N': '1'}}}}",
        "doc.nix, id.nix | {}",
      })
  void a_projection_keeps_the_named_attributes(String expression, String kept) {
    assertThat(projection(expression).of(ITEM)).isEqualTo(json(kept));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"doc, doc.k", "doc.k, doc", "id, id", "doc.k[0], doc.k[0].p", "doc.k, doc.k[1]"})
  void overlapping_paths_are_rejected(String expression) {
    assertThatThrownBy(() -> projection(expression))
        .isInstanceOf(ServiceError.class)
        .hasMessageContaining("Invalid ProjectionExpression: Two document paths overlap");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id = :a                                 | m | true",
        "id = :a AND stage = :b                  | b | true",
        "stage = :b AND :a = id                  | c | false",
        "id = :a AND stage < :b                  | a | true",
        "id = :a AND :b < stage                  | c | true",
        "id = :a AND stage >= :b                 | b | true",
        "id = :a AND stage BETWEEN :a AND :b     | b | true",
        "id = :a AND (stage BETWEEN :a AND :b)   | c | false",
        "id = :a AND begins_with(stage, :b)      | bb | true",
        "id = :a AND begins_with(stage, :b)      | ab | false",
      })
  void a_key_condition_matches_or_not(String expression, String stage, boolean matches) {
    Key key = new Key(Scalar.of("S", "a"), Scalar.of("S", stage));

    assertThat(keyCondition(expression).matches(key)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stage = :a                                | Query condition missed key schema element: id",
        "id = :a AND age = :seven                  | missed key schema element: stage",
        "id < :a                                   | Query key condition not supported",
        "id = :seven                               | parameter type does not match schema type",
        "id = :a AND stage = :seven                | parameter type does not match schema type",
        "id = :a AND stage <> :b                   | Invalid operator used in KeyConditionExpression: <>",
        "id = :a OR stage = :b                     | Invalid operator used in KeyConditionExpression: OR",
        "id = :a AND NOT stage = :b                | Invalid operator used in KeyConditionExpression: NOT",
        "id = :a AND id = :b                       | must only contain one condition per key",
        "id = :a AND stage.x = :b                  | cannot have conditions on nested attributes",
        "id = stage                                | Multiple attribute names used in one condition",
        "id = :a AND stage BETWEEN :b AND :a       | upper bound to be greater than or equal",
        "id = :a AND stage = :b AND age = :seven   | Conditions can be of length 1 or 2 only",
      })
  void an_invalid_key_condition_has_an_error_message(String expression, String message) {
    assertThatThrownBy(() -> keyCondition(expression))
        .isInstanceOf(ServiceError.class)
        .hasMessageContaining(message);
  }

  private static Condition condition(String expression) {
    return ExpressionParser.condition(
        "ConditionExpression",
        fields("ConditionExpression", expression),
        placeholders("ConditionExpression", expression));
  }

  private static Projection projection(String expression) {
    return ExpressionParser.projection(
        "ProjectionExpression",
        fields("ProjectionExpression", expression),
        placeholders("ConditionExpression", expression));
  }

  private static KeyCondition keyCondition(String expression) {
    return KeyCondition.of(
        condition(expression),
        new KeySchema(new KeySchema.Attribute("id", "S"), new KeySchema.Attribute("stage", "S")));
  }

  private static Placeholders placeholders(String parameter, String expression) {
    return Placeholders.of(fields(parameter, expression), List.of(parameter));
  }

  private static Fields fields(String parameter, String expression) {
    return new Fields(
        "Test", json("{'" + parameter + "': '" + expression + "', " + NAMES + ", " + VALUES + "}"));
  }

  private static ObjectNode json(String text) {
    return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
