package dev.reprise.testbed.dynamodb.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testbed.dynamodb.capacity.CapacityUnits;
import dev.reprise.testbed.dynamodb.protocol.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemSizeTest {

  @Test
  void the_item_of_the_developer_guide_has_23_bytes() {
    assertThat(size("{'shirt-color': {'S': 'R'}, 'shirt-size': {'S': 'M'}}")).isEqualTo(23);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a': {'S': ''}}                               | 1",
        "{'a': {'S': 'hello'}}                          | 6",
        "{'ä': {'S': '€'}}                              | 5",
        "{'a': {'S': '😀'}}                             | 5",
        "{'a': {'BOOL': true}}                          | 2",
        "{'a': {'NULL': true}}                          | 2",
        "{'a': {'B': ''}}                               | 1",
        "{'a': {'B': 'AQ=='}}                           | 2",
        "{'a': {'B': 'AQI='}}                           | 3",
        "{'a': {'B': 'AQID'}}                           | 4",
        "{'a': {'SS': ['ab', 'c']}}                     | 4",
        "{'a': {'NS': ['1', '22']}}                     | 5",
        "{'a': {'BS': ['AQ==', 'AQID']}}                | 5",
        "{'a': {'L': []}}                               | 4",
        "{'a': {'M': {}}}                               | 4",
        "{'a': {'L': [{'S': 'bc'}, {'BOOL': true}]}}    | 9",
        "{'a': {'M': {'key': {'S': 'value'}}}}          | 13",
        "{'a': {'M': {'k': {'L': [{'NULL': true}]}}}}   | 11",
      })
  void sizes_follow_the_published_rules(String item, int bytes) {
    assertThat(size(item)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 2",
    "12, 2",
    "1.2, 3",
    "123, 3",
    "-1, 3",
    "-123, 4",
    "100, 2",
    "0.001, 2",
    "1E+100, 2",
    "99999999999999999999999999999999999999, 20",
  })
  void a_number_takes_a_byte_and_one_more_for_each_two_digits(String number, int bytes) {
    assertThat(size("{'': {'N': '" + number + "'}}")).isEqualTo(bytes);
  }

  @Test
  void units_count_started_blocks() {
    assertThat(CapacityUnits.halvesToWrite(0)).isEqualTo(2);
    assertThat(CapacityUnits.halvesToWrite(1024)).isEqualTo(2);
    assertThat(CapacityUnits.halvesToWrite(1025)).isEqualTo(4);
    assertThat(CapacityUnits.halvesToRead(0, false)).isEqualTo(1);
    assertThat(CapacityUnits.halvesToRead(4096, true)).isEqualTo(2);
    assertThat(CapacityUnits.halvesToRead(4097, true)).isEqualTo(4);
    assertThat(CapacityUnits.halvesToRead(4097, false)).isEqualTo(2);
  }

  private static int size(String item) {
    byte[] json = item.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return ItemSize.of(AttributeValues.normaliseAll(Json.read(json)));
  }
}
