package dev.reprise.dynamodb.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemJsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"a\",\"n\":12345678901234567890.12345678901234567890,\"yes\":true,\"no\":null}",
        "{\"id\":\"a\",\"list\":[1,\"two\",[],{}],\"map\":{\"S\":\"not a type\"}}",
        "{\"id\":{\"S\":\"a\"},\"set\":{\"SS\":[\"x\",\"y\"]},\"numbers\":{\"NS\":[\"1\"]}}",
        "{\"id\":{\"B\":\"AQI=\"},\"binaries\":{\"BS\":[\"AQI=\"]}}",
        "{\"id\":{\"S\":\"a\"},\"deep\":{\"M\":{\"in\":{\"L\":[{\"SS\":[\"x\"]},{\"NULL\":true},"
            + "{\"BOOL\":false},{\"N\":\"1\"}]}}}}"
      })
  void a_line_is_written_in_the_form_in_which_it_was_read(String line) {
    assertThat(ItemJson.line(ItemJson.parse(line))).isEqualTo(line);
  }

  @Test
  void plain_json_becomes_attributes() {
    Map<String, AttributeValue> item =
        ItemJson.parse("{\"id\": 7, \"price\": 1.50, \"tags\": [\"x\"], \"in\": {\"a\": false}}");

    assertThat(item)
        .isEqualTo(
            Map.of(
                "id", AttributeValue.fromN("7"),
                "price", AttributeValue.fromN("1.50"),
                "tags", AttributeValue.fromL(List.of(AttributeValue.fromS("x"))),
                "in", AttributeValue.fromM(Map.of("a", AttributeValue.fromBool(false)))));
  }

  @Test
  void dynamodb_json_is_recognized_and_an_export_is_unwrapped() {
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("a"),
            "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})));

    assertThat(ItemJson.parse("{\"id\":{\"S\":\"a\"},\"b\":{\"B\":\"AQI=\"}}")).isEqualTo(item);
    assertThat(ItemJson.parse("{\"Item\":{\"id\":{\"S\":\"a\"},\"b\":{\"B\":\"AQI=\"}}}"))
        .isEqualTo(item);
    assertThat(ItemJson.parse("{\"id\":\"a\",\"map\":{\"S\":\"x\"}}").get("map").m())
        .containsEntry("S", AttributeValue.fromS("x"));
  }

  @Test
  void item_that_could_be_confused_with_dynamodb_json_is_written_in_it() {
    Map<String, AttributeValue> item =
        Map.of("map", AttributeValue.fromM(Map.of("S", AttributeValue.fromS("x"))));

    assertThat(ItemJson.line(item)).isEqualTo("{\"map\":{\"M\":{\"S\":{\"S\":\"x\"}}}}");
    assertThat(ItemJson.parse(ItemJson.line(item))).isEqualTo(item);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] | not a JSON object",
        "7 | not a JSON object",
        "{\"a\":1 | not JSON: Unexpected end-of-input: expected close marker for Object at column 7",
        "{\"a\":1} {} | not JSON: More after the object at column 9",
        "{\"a\":1,\"a\":2} | not JSON: Duplicate field 'a' at column 12",
        "{\"a\":{\"M\":{\"b\":1}}} | not DynamoDB JSON: a value does not name its type",
        "{\"a\":{\"SS\":[1]}} | not DynamoDB JSON: a member of a set is not a string",
        "{\"a\":{\"B\":\"?\"}} | not DynamoDB JSON: a binary is not base64"
      })
  void message_gives_the_reason_why_a_line_is_invalid(String line, String message) {
    assertThatThrownBy(() -> ItemJson.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
