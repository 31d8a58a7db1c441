package dev.reprise.servlet.internal.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResponseCodecTest {

  private static final ResponseContent RESPONSE =
      ResponseContent.of(201)
          .withHeader("X-Two", "a")
          .withHeader("x-two", "b\tü")
          .withBody("a/b", "body");

  private static byte[] storedWithHeader(String name, String value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(2);
    out.writeShort(200);
    out.writeLong(0);
    out.writeBoolean(false);
    out.writeInt(2);
    out.writeInt(name.length());
    out.writeChars(name);
    out.writeInt(0);
    out.writeInt(1);
    out.writeChars("A");
    out.writeInt(1);
    out.writeInt(value.length());
    out.writeChars(value);
    return bytes.toByteArray();
  }

  @Test
  void reads_the_response_that_was_written() throws IOException {
    for (ResponseContent response :
        List.of(
            RESPONSE,
            ResponseContent.of(204),
            RESPONSE.withOmittedBody(5_000_000_000L),
            ResponseContent.of(404).withError(new ErrorPage(null)),
            ResponseContent.of(404).withError(new ErrorPage("")),
            ResponseContent.of(404)
                .withError(new ErrorPage("gone \ud800 " + "x".repeat(100_000))))) {
      ResponseContent read = ResponseCodec.decode(ResponseCodec.encode(response));
      assertThat(read)
          .isEqualTo(response)
          .hasSameHashCodeAs(response)
          .hasToString(response.toString());
      assertThat(read.omittedBytes()).isEqualTo(response.omittedBytes());
      assertThat(read.error()).isEqualTo(response.error());
    }
  }

  @Test
  void refuses_bytes_that_are_incomplete_or_of_another_format() throws IOException {
    byte[] bytes = ResponseCodec.encode(RESPONSE);
    assertThatThrownBy(() -> ResponseCodec.decode(Arrays.copyOf(bytes, 20)))
        .isInstanceOf(IOException.class);
    bytes[0] = 9;
    assertThatThrownBy(() -> ResponseCodec.decode(bytes))
        .hasMessage("unknown format of recorded responses: 9");
  }

  /** Some servers would write the lower eight bits of these characters, a line break. */
  @ParameterizedTest
  @ValueSource(strings = {"\u010D\u010A", "\u010A", "\u0D0A", "\u007F", "\u0000", "\ud83d\ude00"})
  void makes_stored_fields_valid(String text) throws IOException {
    ResponseContent stored = ResponseCodec.decode(storedWithHeader("B" + text, "b" + text));
    assertThat(stored.headers()).containsOnlyKeys("A");
    assertThat(stored.header("A")).containsExactly("b" + " ".repeat(text.length()));
  }
}
