package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordedResponseTest {

  private static final RecordedResponse ANSWER =
      RecordedResponse.of(201)
          .withHeader("X-Two", "a")
          .withHeader("x-two", "b\tü")
          .withBody("a/b", "body");

  private final RecordedResponseCodec codec = new RecordedResponseCodec();

  @Test
  void is_read_as_it_was_written() throws IOException {
    for (RecordedResponse answer :
        List.of(
            ANSWER,
            RecordedResponse.of(204),
            ANSWER.withoutBody(5_000_000_000L),
            RecordedResponse.of(404).withError(new ErrorPage(null)),
            RecordedResponse.of(404).withError(new ErrorPage("")),
            RecordedResponse.of(404)
                .withError(new ErrorPage("gone \ud800 " + "x".repeat(100_000))))) {
      RecordedResponse read = codec.decode(codec.encode(answer));
      assertThat(read).isEqualTo(answer).hasSameHashCodeAs(answer).hasToString(answer.toString());
      assertThat(read.leftOut()).isEqualTo(answer.leftOut());
      assertThat(read.error()).isEqualTo(answer.error());
    }
  }

  @Test
  void is_not_read_if_it_is_of_another_format_or_cut_short() throws IOException {
    byte[] bytes = codec.encode(ANSWER);
    assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, 20)))
        .isInstanceOf(IOException.class);
    bytes[0] = 9;
    assertThatThrownBy(() -> codec.decode(bytes)).hasMessage("unknown format of answers: 9");
  }

  @Test
  void has_fields_without_case() {
    assertThat(ANSWER.header("X-TWO")).containsExactly("a", "b\tü");
    assertThat(ANSWER.header("content-type")).containsExactly("a/b");
    assertThat(ANSWER.header("none")).isEmpty();
    assertThat(ANSWER.withBody("c/d", new byte[3]).header("Content-Type")).containsExactly("c/d");
    assertThat(RecordedResponse.of(200).withHeader("A", "1"))
        .isEqualTo(RecordedResponse.of(200).withHeader("a", "1"))
        .isNotEqualTo(RecordedResponse.of(200).withHeader("a", "2"))
        .isNotEqualTo(RecordedResponse.of(201).withHeader("a", "1"));
    assertThat(ANSWER).hasToString("201, 4 bytes");
  }

  @Test
  void cannot_be_changed() {
    byte[] body = {1};
    RecordedResponse answer = RecordedResponse.of(200).withBody("a/b", body);
    body[0] = 2;
    answer.body()[0] = 3;
    assertThat(answer.body()).containsExactly(1);
    Map<String, List<String>> headers = answer.headers();
    assertThatThrownBy(headers::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  /** Written as their last eight bits these are a line break. */
  @ParameterizedTest
  @ValueSource(strings = {"\u010D\u010A", "\u010A", "\u0D0A", "\u007F", "\u0000", "\ud83d\ude00"})
  void has_no_value_that_a_server_may_write_as_a_line_break(String text) throws IOException {
    assertThatThrownBy(() -> ANSWER.withHeader("A", "b" + text + "Set-Cookie: c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ANSWER.withBody("text/plain" + text, "body"))
        .isInstanceOf(IllegalArgumentException.class);
    RecordedResponse stored =
        codec.decode(
            codec.encode(
                new RecordedResponse(
                    200,
                    Map.of("A", List.of("b" + text), "B" + text, List.of()),
                    new byte[0],
                    0,
                    null)));
    assertThat(stored.headers()).containsOnlyKeys("A");
    assertThat(stored.header("A")).containsExactly("b" + " ".repeat(text.length()));
  }

  @Test
  void names_a_field_on_one_short_line() {
    String hostile = "a\r\n\u202E\ud800\"" + "x".repeat(1_000_000);
    assertThatThrownBy(() -> ANSWER.withHeader(hostile, "b"))
        .hasMessage(
            "name must be a token, but was \"a\\r\\n\\u202e\\ud800\"" + "x".repeat(34) + "...\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a\n", "ü"})
  void refuses_names_that_are_not_fit_to_be_sent(String name) {
    assertThatThrownBy(() -> ANSWER.withHeader(name, "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refuses_what_is_not_fit_to_be_sent() {
    assertThatThrownBy(() -> ANSWER.withHeader("A", "b\r\nC: d"))
        .hasMessage("value of \"A\" must be of characters up to U+00FF without control characters");
    assertThatThrownBy(() -> RecordedResponse.of(199))
        .hasMessage("status must be from 200 to 599, but was 199");
    assertThatThrownBy(() -> RecordedResponse.of(600))
        .hasMessage("status must be from 200 to 599, but was 600");
  }
}
