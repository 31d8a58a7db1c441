package dev.reprise.dynamodb.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class KeySchemaTest {

  private static final KeySchema ID = KeySchema.of("id");

  private static Map<String, AttributeValue> number(String text) {
    return Map.of("id", AttributeValue.fromN(text));
  }

  @Test
  void equal_numbers_are_the_same_key_and_values_of_different_types_are_different_keys() {
    assertThat(KeyIdentity.of(ID, number("1"))).isEqualTo(KeyIdentity.of(ID, number("1.00")));
    assertThat(KeyIdentity.of(ID, number("100"))).isEqualTo(KeyIdentity.of(ID, number("1e2")));
    assertThat(KeyIdentity.of(ID, number("0"))).isEqualTo(KeyIdentity.of(ID, number("-0.0")));
    assertThat(KeyIdentity.of(ID, number("1")))
        .isNotEqualTo(KeyIdentity.of(ID, Map.of("id", AttributeValue.fromS("1"))));
  }

  @Test
  void key_of_an_item_is_its_key_attributes_in_order() {
    Map<String, AttributeValue> item =
        Map.of("a", AttributeValue.fromS("1"), "b", AttributeValue.fromS("2"), "c", Sdk.s("3"));

    assertThat(KeySchema.of("c", "a").keyOf(item).keySet()).containsExactly("c", "a");
    assertThat(KeySchema.of("c", "a").valuesOf(item)).containsExactly(Sdk.s("3"), Sdk.s("1"));
    assertThat(KeySchema.of("b").valuesOf(item)).containsExactly(Sdk.s("2"));
    assertThat(KeySchema.of("c", "a").names()).containsExactly("c", "a");
  }

  @Test
  void message_gives_the_reason_why_a_key_is_invalid() {
    assertInvalid(Map.of(), "key attribute id is missing");
    assertInvalid(Map.of("id", Sdk.s("")), "key attribute id is empty");
    assertInvalid(
        Map.of("id", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0]))),
        "key attribute id is empty");
    assertInvalid(
        Map.of("id", AttributeValue.fromBool(true)),
        "key attribute id must be of type S, N or B, but was BOOL");
    assertInvalid(number("one\n"), "key attribute id is not a number: one\\n");
  }

  @Test
  void refuses_a_sort_key_that_is_the_partition_key() {
    assertThatThrownBy(() -> KeySchema.of("id", "id"))
        .hasMessage("sort key must differ from the partition key, but both were id");
  }

  @Test
  void refuses_a_description_without_a_partition_key() {
    TableDescription none = TableDescription.builder().tableName("t").build();
    TableDescription onlySort =
        none.toBuilder().keySchema(k -> k.attributeName("stage").keyType(KeyType.RANGE)).build();
    for (TableDescription table : List.of(none, onlySort)) {
      assertThatThrownBy(() -> KeySchema.of(table))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the description of the table has no partition key");
    }
  }

  private static void assertInvalid(Map<String, AttributeValue> item, String message) {
    assertThatThrownBy(() -> KeyIdentity.of(ID, item))
        .isInstanceOf(InvalidItemException.class)
        .hasMessage(message);
  }
}
