package dev.reprise.dynamodb.deadletter;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.dynamodb.internal.json.DynamoDbJson;
import dev.reprise.dynamodb.write.WriteCondition;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parser of the condition of a dead letter. */
final class ConditionParser {

  private String expression = "";
  private final Map<String, String> names = new LinkedHashMap<>();
  private Map<String, AttributeValue> values = Map.of();
  private boolean doneIfAsWritten;

  private ConditionParser() {}

  static WriteCondition read(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING
        && json.getText().equals(DeadLetterFields.ABSENT)) {
      return WriteCondition.absent();
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException(
          "not a dead letter: condition is neither absent nor an object");
    }
    ConditionParser found = new ConditionParser();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      found.member(json, name);
    }
    return found.condition();
  }

  private void member(JsonParser json, String name) throws IOException {
    switch (name) {
      case DeadLetterFields.EXPRESSION -> expression = string(json, name);
      case DeadLetterFields.NAMES -> addNames(json);
      case DeadLetterFields.VALUES -> values = DynamoDbJson.object(json);
      case DeadLetterFields.DONE_IF_AS_WRITTEN -> doneIfAsWritten = bool(json, name);
      default -> json.skipChildren();
    }
  }

  /**
   * Returns the text at the position of the parser.
   *
   * @throws IllegalArgumentException if it is not a string
   */
  static String string(JsonParser json, String name) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new IllegalArgumentException("not a dead letter: " + name + " is not a string");
    }
    return json.getText();
  }

  private static boolean bool(JsonParser json, String name) throws IOException {
    if (!json.currentToken().isBoolean()) {
      throw new IllegalArgumentException(
          "not a dead letter: " + name + " is neither true nor false");
    }
    return json.getBooleanValue();
  }

  private void addNames(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("not a dead letter: names is not an object");
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      String attribute = json.nextTextValue();
      if (attribute == null) {
        throw new IllegalArgumentException(
            "not a dead letter: a name of the condition is not a string");
      }
      names.put(name, attribute);
    }
  }

  private WriteCondition condition() {
    WriteCondition condition = WriteCondition.of(expression);
    for (Map.Entry<String, String> name : names.entrySet()) {
      condition = condition.withName(name.getKey(), name.getValue());
    }
    for (Map.Entry<String, AttributeValue> value : values.entrySet()) {
      condition = condition.withValue(value.getKey(), value.getValue());
    }
    return doneIfAsWritten ? condition.doneIfAsWritten() : condition;
  }
}
