package dev.reprise.dynamodb.internal.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
        arguments(AttributeValue.fromL(List.of(text, text)), 3 + 2 + 8),
        arguments(AttributeValue.fromM(Map.of("k", text)), 3 + 1 + 1 + 4));
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
}
