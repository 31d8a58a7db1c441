package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRequestInfoTest {

  @ParameterizedTest
  @CsvSource({
    "http://example.com/a, http://example.com:80",
    "https://example.com, https://example.com:443",
    "HTTPS://Example.COM:443/b?c, https://example.com:443",
    "http://example.com:8080, http://example.com:8080",
    "http://example.com:/, http://example.com:80",
    "http://user:pass@example.com, http://example.com:80",
    "http://[::1]/, http://[::1]:80",
    "http://[2001:db8::1]:81/, http://[2001:db8::1]:81",
    "http://my_service/, http://my_service:80",
    "http://user@my_service:81/, http://my_service:81",
  })
  void an_origin_is_scheme_host_and_port(URI uri, String origin) {
    assertThat(HttpRequestInfo.originOf(uri)).isEqualTo(origin);
  }

  @Test
  void a_key_is_one_line_and_not_blank() {
    assertThat(HttpRequestInfo.keyOf(List.of())).isNull();
    assertThat(HttpRequestInfo.keyOf(List.of("", " ", "\"\""))).isNull();
    assertThat(HttpRequestInfo.keyOf(List.of("", "\"a\""))).isEqualTo("\"a\"");
    String both = HttpRequestInfo.keyOf(List.of("a", "a"));
    assertThat(both).isNotNull();
    assertThat(IdempotencyKeyField.isKey(both)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/path", "mailto:someone", "//example.com", "http:/path"})
  void an_address_without_scheme_or_host_has_no_origin(String uri) {
    assertThatThrownBy(() -> HttpRequestInfo.originOf(URI.create(uri)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("uri must have a scheme and a host");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, https://orders.example:443, GET orders.example",
    "GET, http://orders.example:80, GET orders.example",
    "PUT, https://orders.example:80, PUT orders.example:80",
    "PUT, http://[::1]:80, PUT [::1]",
    "GET, http://[::1]:8080, GET [::1]:8080",
    "GET, http://me:secret@orders.example:80, GET orders.example",
    "GET, orders.example, GET orders.example",
  })
  void reports_name_method_and_host(String method, String origin, String subject) {
    assertThat(new HttpRequestInfo(method, origin, null).subject()).isEqualTo(subject);
  }

  @Test
  void text_of_others_in_a_method_or_a_host_is_short_and_on_one_line() {
    String foreign = "x\r\n\u001b[2J\u202e\ud800" + "y".repeat(5_000_000);

    String subject = new HttpRequestInfo(foreign, "https://" + foreign + ":443", null).subject();

    assertThat(subject).hasSizeLessThan(300).doesNotContain("\r", "\n", "\u001b", "\u202e");
    assertThat(subject).doesNotContain("\ud800").startsWith("x\\r\\n\\u001b[2J\\u202e");
  }
}
