package dev.reprise.dynamodb.internal.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.dynamodb.items.ItemJson;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each value has a name of one letter. */
class ItemSizeTest {

  static Stream<Arguments> values() {
    AttributeValue text = AttributeValue.fromS("four");
    return Stream.of(
        arguments(text, 4),
        arguments(AttributeValue.fromS("äß€😀"), 2 + 2 + 3 + 4),
        arguments(AttributeValue.fromN("0"), 2),
        arguments(AttributeValue.fromN("12345"), 4),
        arguments(AttributeValue.fromN("-1000.00"), 2),
        arguments(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[5])), 5),
        arguments(AttributeValue.fromBool(true), 1),
        arguments(AttributeValue.fromNul(true), 1),
        arguments(AttributeValue.fromSs(List.of("a", "bc")), 3),
        arguments(AttributeValue.fromNs(List.of("1", "23")), 4),
        arguments(AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("abcd"))), 4),
        arguments(AttributeValue.fromS("\u0001\"\\\n"), 4),
        arguments(list(AttributeValue.fromBool(false)), 3 + 2 * 50),
        arguments(list(AttributeValue.fromNul(true)), 3 + 2 * 50),
        arguments(list(AttributeValue.fromL(List.of())), 3 + 50 * 4),
        arguments(list(AttributeValue.fromM(Map.of())), 3 + 50 * 4),
        arguments(list(AttributeValue.fromN("1")), 3 + 50 * 3),
        arguments(list(AttributeValue.fromS("")), 3 + 50),
        arguments(AttributeValue.fromL(List.of(text, text)), 3 + 2 + 8),
        arguments(AttributeValue.fromM(Map.of("k", text)), 3 + 1 + 1 + 4));
  }

  private static AttributeValue list(AttributeValue element) {
    return AttributeValue.fromL(Collections.nCopies(50, element));
  }

  @ParameterizedTest
  @MethodSource("values")
  void stored_size_is_that_of_the_developer_guide(AttributeValue value, int bytes) {
    assertThat(ItemSize.of(Map.of("n", value)).stored()).isEqualTo(1 + bytes);
  }

  @ParameterizedTest
  @MethodSource("values")
  void request_size_is_at_least_the_stored_size(AttributeValue value, int bytes) {
    ItemSize item = ItemSize.of(Map.of("n", value));

    assertThat(item.wire()).isGreaterThan(item.stored());
  }

  @ParameterizedTest
  @MethodSource("values")
  void request_size_is_at_least_that_of_the_json(AttributeValue value, int bytes) {
    Map<String, AttributeValue> item = Map.of("n", value);
    String json = "{\"PutRequest\":{\"Item\":" + ItemJson.typedLine(item) + "}},";

    assertThat(ItemSize.of(item).wire())
        .isGreaterThanOrEqualTo(json.getBytes(StandardCharsets.UTF_8).length);
  }
}
