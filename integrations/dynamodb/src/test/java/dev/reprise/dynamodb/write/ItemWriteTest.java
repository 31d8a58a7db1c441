package dev.reprise.dynamodb.write;

import static dev.reprise.dynamodb.Sdk.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemWriteTest {

  private static final KeySchema ID = KeySchema.of("id");

  @Test
  void a_put_is_a_copy_in_the_order_given_and_has_one_request_for_all_attempts() {
    Map<String, AttributeValue> given = new LinkedHashMap<>();
    List.of("z", "id", "a").forEach(name -> given.put(name, Sdk.s(name)));
    Map<String, AttributeValue> before = new HashMap<>(given);
    ItemWrite put = ItemWrite.put(given);
    given.clear();

    assertThat(put.attributes()).isEqualTo(before);
    assertThat(put.attributes().keySet()).containsExactly("z", "id", "a");
    assertThat(put.request(ID)).isSameAs(put.ifAbsent().request(ID));
    assertThat(put.request(ID).putRequest().item()).isEqualTo(before);
    assertThat(put.request(ID).deleteRequest()).isNull();
    assertThatThrownBy(() -> put.attributes().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void the_request_of_a_delete_has_the_key_alone() {
    ItemWrite delete = ItemWrite.delete(item(1, "body"));

    assertThat(delete.request(ID).deleteRequest().key()).containsOnlyKeys("id");
    assertThat(delete.request(ID).putRequest()).isNull();
    assertThatThrownBy(() -> delete.request(KeySchema.of("other")))
        .isInstanceOf(InvalidItemException.class)
        .hasMessage("key attribute other is missing");
  }

  @Test
  void there_is_no_write_of_a_null_item() {
    assertThatThrownBy(() -> ItemWrite.put(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> ItemWrite.delete(null)).isInstanceOf(NullPointerException.class);
  }
}
