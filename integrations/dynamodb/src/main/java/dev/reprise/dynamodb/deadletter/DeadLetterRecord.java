package dev.reprise.dynamodb.deadletter;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.dynamodb.internal.json.DynamoDbJson;
import dev.reprise.dynamodb.internal.json.JsonLine;
import dev.reprise.dynamodb.internal.json.NotDynamoDbJsonException;
import dev.reprise.dynamodb.internal.json.PlainJson;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Write and table of a dead letter. */
record DeadLetterRecord(@Nullable String table, ItemWrite write) {

  /**
   * Reads a letter.
   *
   * @throws IllegalArgumentException with the reason, if it is not the letter of a write
   */
  static DeadLetterRecord parse(JsonLine line) {
    try {
      return line.read(json -> new Members().read(json));
    } catch (NotDynamoDbJsonException untyped) {
      throw new IllegalArgumentException("not DynamoDB JSON: " + untyped.getMessage(), untyped);
    }
  }

  /** Members of the letter that were read. */
  private static final class Members {

    private @Nullable String table;
    private @Nullable String op;
    private @Nullable String text;
    private @Nullable String message;
    private @Nullable Map<String, AttributeValue> attributes;
    private @Nullable WriteCondition condition;

    DeadLetterRecord read(JsonParser json) throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        member(json, name);
      }
      PlainJson.checkEnd(json);
      return letter();
    }

    private void member(JsonParser json, String name) throws IOException {
      switch (name) {
        case DeadLetterFields.TABLE -> table = ConditionParser.string(json, name);
        case DeadLetterFields.OP -> op = ConditionParser.string(json, name);
        case DeadLetterFields.TEXT -> text = ConditionParser.string(json, name);
        case DeadLetterFields.MESSAGE -> message = ConditionParser.string(json, name);
        case DeadLetterFields.ITEM, DeadLetterFields.KEY -> attributes = DynamoDbJson.object(json);
        case DeadLetterFields.CONDITION -> condition = ConditionParser.read(json);
        default -> json.skipChildren();
      }
    }

    private DeadLetterRecord letter() {
      if (text != null && message != null) {
        throw new IllegalArgumentException("was not an item: " + PrintableText.oneLine(message));
      }
      Map<String, AttributeValue> all = attributes;
      if (op == null || all == null) {
        throw new IllegalArgumentException("not a dead letter: no op, or no item and no key");
      }
      return switch (op) {
        case DeadLetterFields.PUT -> letter(ItemWrite.put(all));
        case DeadLetterFields.DELETE -> letter(ItemWrite.delete(all));
        case DeadLetterFields.GET ->
            throw new IllegalArgumentException("a read, to be fetched again");
        default ->
            throw new IllegalArgumentException(
                "not a dead letter: op is " + PrintableText.oneLine(op));
      };
    }

    private DeadLetterRecord letter(ItemWrite write) {
      return new DeadLetterRecord(table, condition == null ? write : write.onlyIf(condition));
    }
  }
}
