package dev.reprise.dynamodb.deadletter;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reprise.dynamodb.internal.json.DynamoDbJson;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import java.io.IOException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Members of a dead letter, and how they are written. */
final class DeadLetterFields {

  static final String LINE = "line";
  static final String POSITION = "position";
  static final String TABLE = "table";
  static final String REASON = "reason";
  static final String ATTEMPTS = "attempts";
  static final String ERROR = "error";
  static final String MESSAGE = "message";
  static final String OP = "op";
  static final String ITEM = "item";
  static final String KEY = "key";
  static final String TEXT = "text";
  static final String CONDITION = "condition";
  static final String EXPRESSION = "expression";
  static final String NAMES = "names";
  static final String VALUES = "values";
  static final String DONE_IF_AS_WRITTEN = "doneIfAsWritten";

  /** The condition that the table has no item of the key. */
  static final String ABSENT = "absent";

  static final String PUT = "put";
  static final String DELETE = "delete";
  static final String GET = "get";

  static final String NOT_ATTEMPTED = "not attempted";
  static final String NO_ITEM = "no item";
  static final String INVALID_ITEM = "invalid item";

  private DeadLetterFields() {}

  static void outcome(JsonGenerator json, String reason, int attempts) throws IOException {
    json.writeStringField(REASON, reason);
    json.writeNumberField(ATTEMPTS, attempts);
  }

  static void write(JsonGenerator json, ItemWrite write) throws IOException {
    json.writeStringField(OP, write.isDelete() ? DELETE : PUT);
    attributes(json, write.isDelete() ? KEY : ITEM, write.attributes());
    WriteCondition condition = write.condition().orElse(null);
    if (condition != null) {
      json.writeFieldName(CONDITION);
      condition(json, condition);
    }
  }

  private static void condition(JsonGenerator json, WriteCondition condition) throws IOException {
    if (condition.isAbsent()) {
      json.writeString(ABSENT);
      return;
    }
    json.writeStartObject();
    json.writeStringField(EXPRESSION, condition.expression());
    json.writeObjectFieldStart(NAMES);
    for (Map.Entry<String, String> name : condition.names().entrySet()) {
      json.writeStringField(name.getKey(), name.getValue());
    }
    json.writeEndObject();
    attributes(json, VALUES, condition.values());
    json.writeBooleanField(DONE_IF_AS_WRITTEN, condition.isDoneIfAsWritten());
    json.writeEndObject();
  }

  static void read(JsonGenerator json, KeyRead read) throws IOException {
    json.writeStringField(OP, GET);
    attributes(json, KEY, read.key());
  }

  private static void attributes(
      JsonGenerator json, String name, Map<String, AttributeValue> attributes) throws IOException {
    json.writeFieldName(name);
    DynamoDbJson.write(json, attributes);
  }
}
