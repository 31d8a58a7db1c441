package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of items, and the limits of settings. */
class BulkItemTest {

  private static String text(BulkItem item) {
    byte[] bytes = new byte[(int) item.bytes()];
    assertThat(item.appendTo(bytes, 0)).isEqualTo(bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void items_are_lines_of_the_bulk_api() {
    assertThat(text(BulkItem.index("a\"ö", "{\"n\":1}").in("x").withRouting("r")))
        .isEqualTo(
            "{\"index\":{\"_index\":\"x\",\"_id\":\"a\\\"ö\",\"routing\":\"r\"}}\n{\"n\":1}\n");
    assertThat(text(BulkItem.delete("1").withExternalVersion(9)))
        .isEqualTo("{\"delete\":{\"_id\":\"1\",\"version\":9,\"version_type\":\"external\"}}\n");
    assertThat(text(BulkItem.createWithoutId("{}"))).isEqualTo("{\"create\":{}}\n{}\n");
    assertThat(text(BulkItem.update("1", "{\"a\":2}")))
        .isEqualTo("{\"update\":{\"_id\":\"1\"}}\n{\"doc\":{\"a\":2}}\n");
  }

  @Test
  void a_document_of_several_lines_becomes_one_line() {
    assertThat(text(BulkItem.index("1", "{\r\n  \"a\": 1\n}")))
        .isEqualTo("{\"index\":{\"_id\":\"1\"}}\n{    \"a\": 1 }\n");
  }

  @Test
  void equal_items_have_equal_fingerprints_and_different_ones_do_not() {
    BulkItem item = BulkItem.index("1", "{}");
    assertThat(item)
        .isEqualTo(BulkItem.index("1", "{}"))
        .hasSameHashCodeAs(BulkItem.index("1", "{}"));
    assertThat(item.fingerprint()).isEqualTo(BulkItem.index("1", "{}").fingerprint());
    for (BulkItem other :
        new BulkItem[] {
          BulkItem.index("2", "{}"),
          BulkItem.index("1", "{ }"),
          BulkItem.create("1", "{}"),
          item.in("x"),
          item.withRouting("x"),
          item.withExternalVersion(0),
          BulkItem.delete("1")
        }) {
      assertThat(other).isNotEqualTo(item);
      assertThat(other.fingerprint()).isNotEqualTo(item.fingerprint());
    }
  }

  @Test
  void the_text_of_an_item_does_not_contain_the_document() {
    assertThat(BulkItem.index("1", "{\"secret\":1}")).hasToString("{\"index\":{\"_id\":\"1\"}}");
  }

  @Test
  void invalid_items_are_refused() {
    assertThatThrownBy(() -> BulkItem.index("", "{}"))
        .hasMessage("id must have 1 to 512 bytes in UTF-8, but had 0");
    assertThatThrownBy(() -> BulkItem.delete("ö".repeat(257)))
        .hasMessage("id must have 1 to 512 bytes in UTF-8, but had 514");
    assertThat(BulkItem.delete("ö".repeat(256)).id()).isPresent();
    assertThatThrownBy(() -> BulkItem.index("1", " \n"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BulkItem.create("1", "{}").withExternalVersion(1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> BulkItem.indexWithoutId("{}").withExternalVersion(1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> BulkItem.index("1", "{}").withExternalVersion(-1))
        .hasMessage("version must be at least 0, but was -1");
  }

  @Test
  void a_half_of_a_surrogate_pair_in_a_document_is_kept_as_an_escape() {
    String half = "\ud83d";
    assertThat(BulkItem.index("1", "{\"a\":\"" + half + "b\ud83d\ude00\ude00\"}").body())
        .contains("{\"a\":\"\\ud83db\ud83d\ude00\\ude00\"}");
    assertThat(BulkItem.update("1", "{\"a\":\"" + half + "\"}").body())
        .contains("{\"doc\":{\"a\":\"\\ud83d\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\ud83d", "\ude00", "\ude00\ud83d"})
  void an_id_with_a_half_of_a_surrogate_pair_is_refused_because_servers_replace_it(String name) {
    BulkItem item = BulkItem.index("1", "{}");
    List<ThrowingCallable> names =
        List.of(
            () -> BulkItem.index(name, "{}"), () -> item.in(name), () -> item.withRouting(name));
    for (ThrowingCallable named : names) {
      assertThatThrownBy(named)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("unpaired surrogate");
    }
  }

  @Test
  void an_invalid_header_field_is_refused_without_its_value() {
    HttpClientTransport transport = HttpClientTransport.of(URI.create("http://localhost"));
    assertThatThrownBy(() -> transport.withHeader("Authorization", "Bearer secret\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the header field Authorization cannot have this value");
    for (String name : List.of("X Y", "", "Host", "content-length")) {
      assertThatThrownBy(() -> transport.withHeader(name, "secret"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the client of the JDK cannot send a header field \"" + name + "\"");
    }
  }

  @Test
  void a_response_has_no_header_field_without_a_name() {
    Map<String, List<String>> fields = new HashMap<>();
    fields.put(null, List.of("HTTP/1.1 200 OK"));
    fields.put("Retry-After", List.of("1"));
    assertThat(new BulkResponse(200, fields, new byte[0]).headers())
        .containsOnlyKeys("Retry-After");
  }

  @Test
  void settings_are_checked() {
    OpenSearchBulk bulk = OpenSearchBulk.of(URI.create("http://localhost:9200"));
    assertThatThrownBy(() -> bulk.maxBytes(0))
        .hasMessage("maxBytes must be from 1 to 1073741824, but was 0");
    assertThatThrownBy(() -> bulk.maxItems(0)).hasMessage("maxItems must be at least 1, but was 0");
    assertThatThrownBy(() -> bulk.toIndex("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bulk.withParameter("filter_path", "x"))
        .isInstanceOf(IllegalArgumentException.class);
    HttpClientTransport transport = HttpClientTransport.of(URI.create("http://localhost"));
    assertThatThrownBy(() -> transport.timeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> transport.withBasicAuth("a:b", "c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:9200",
        "ftp://x",
        "http:///x",
        "http://u:secret@x",
        "http://x?q",
        "http://x#f"
      })
  void an_address_that_cannot_be_used_is_refused_without_its_password(String address) {
    assertThatThrownBy(() -> HttpClientTransport.of(URI.create(address)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("endpoint must")
        .hasMessageNotContaining("secret");
  }
}
