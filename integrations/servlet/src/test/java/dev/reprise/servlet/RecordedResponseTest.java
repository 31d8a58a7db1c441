package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordedResponseTest {

  private static final RecordedResponse RESPONSE =
      RecordedResponse.of(201)
          .withHeader("X-Two", "a")
          .withHeader("x-two", "b\tü")
          .withBody("a/b", "body");

  @Test
  void the_codec_reads_the_response_that_it_wrote() throws IOException {
    RecordedResponseCodec codec = new RecordedResponseCodec();
    RecordedResponse read = codec.decode(codec.encode(RESPONSE));
    assertThat(read)
        .isEqualTo(RESPONSE)
        .hasSameHashCodeAs(RESPONSE)
        .hasToString(RESPONSE.toString());
  }

  @Test
  void ignores_the_case_of_field_names() {
    assertThat(RESPONSE.header("X-TWO")).containsExactly("a", "b\tü");
    assertThat(RESPONSE.header("content-type")).containsExactly("a/b");
    assertThat(RESPONSE.header("none")).isEmpty();
    assertThat(RESPONSE.withBody("c/d", new byte[3]).header("Content-Type")).containsExactly("c/d");
    assertThat(RecordedResponse.of(200).withHeader("A", "1"))
        .isEqualTo(RecordedResponse.of(200).withHeader("a", "1"))
        .isNotEqualTo(RecordedResponse.of(200).withHeader("a", "2"))
        .isNotEqualTo(RecordedResponse.of(201).withHeader("a", "1"));
    assertThat(RESPONSE).hasToString("201, 4 bytes");
  }

  @Test
  void cannot_be_changed() {
    byte[] body = {1};
    RecordedResponse response = RecordedResponse.of(200).withBody("a/b", body);
    body[0] = 2;
    response.body()[0] = 3;
    assertThat(response.body()).containsExactly(1);
    Map<String, List<String>> headers = response.headers();
    assertThatThrownBy(headers::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  /** The lower eight bits of these characters are a line break. */
  @ParameterizedTest
  @ValueSource(strings = {"\u010D\u010A", "\u010A", "\u0D0A", "\u007F", "\u0000", "\ud83d\ude00"})
  void refuses_values_that_a_server_may_write_as_a_line_break(String text) {
    assertThatThrownBy(() -> RESPONSE.withHeader("A", "b" + text + "Set-Cookie: c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RESPONSE.withBody("text/plain" + text, "body"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void names_a_field_on_one_short_line() {
    String hostile = "a\r\n\u202E\ud800\"" + "x".repeat(1_000_000);
    assertThatThrownBy(() -> RESPONSE.withHeader(hostile, "b"))
        .hasMessage(
            "name must be a token, but was \"a\\r\\n\\u202e\\ud800\"" + "x".repeat(34) + "...\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a\n", "ü"})
  void refuses_names_that_cannot_be_sent(String name) {
    assertThatThrownBy(() -> RESPONSE.withHeader(name, "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refuses_values_that_cannot_be_sent() {
    assertThatThrownBy(() -> RESPONSE.withHeader("A", "b\r\nC: d"))
        .hasMessage("value of \"A\" must be of characters up to U+00FF without control characters");
    assertThatThrownBy(() -> RecordedResponse.of(199))
        .hasMessage("status must be from 200 to 599, but was 199");
    assertThatThrownBy(() -> RecordedResponse.of(600))
        .hasMessage("status must be from 200 to 599, but was 600");
  }
}
