package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.grpc.Metadata;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerHintTest {

  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

  @Test
  void trailers_without_hint_have_none() {
    assertThat(ServerHint.of(null)).isEqualTo(new ServerHint(null, false));
    assertThat(ServerHint.of(new Metadata())).isEqualTo(new ServerHint(null, false));
  }

  @Test
  void a_pushback_is_a_wait_in_milliseconds() {
    assertThat(ServerHint.of(pushback("700")).delay()).isEqualTo(Duration.ofMillis(700));
    assertThat(ServerHint.of(pushback("0")).delay()).isEqualTo(Duration.ZERO);
    assertThat(ServerHint.of(pushback("700")).endsCall()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "-9223372036854775808", "", "1.5", "soon", " 7", "1234567890123456789"})
  void a_negative_or_malformed_pushback_ends_the_call(String text) {
    assertThat(ServerHint.of(pushback(text))).isEqualTo(new ServerHint(null, true));
  }

  @Test
  void a_negative_pushback_ends_the_call_even_with_a_retry_info() {
    Metadata trailers = pushback("-1");
    trailers.put(ServerHint.DETAILS, status(any(RETRY_INFO, info(2, 0))));
    assertThat(ServerHint.of(trailers).endsCall()).isTrue();
  }

  @Test
  void a_retry_info_is_found_among_other_details() {
    byte[] details =
        concat(
            field(1, 8),
            field(2, "try later".getBytes(StandardCharsets.UTF_8)),
            field(3, any("type.googleapis.com/google.rpc.DebugInfo", new byte[] {1, 2, 3})),
            field(3, any(RETRY_INFO, info(2, 500_000_000))));
    assertThat(ServerHint.retryInfo(details)).isEqualTo(Duration.ofMillis(2_500));
  }

  @Test
  void the_value_of_a_detail_may_precede_its_type() {
    byte[] any =
        concat(field(2, info(3, 0)), field(1, RETRY_INFO.getBytes(StandardCharsets.UTF_8)));
    assertThat(ServerHint.retryInfo(field(3, any))).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void the_longer_of_two_hints_applies() {
    Metadata trailers = pushback("100");
    trailers.put(ServerHint.DETAILS, status(any(RETRY_INFO, info(2, 0))));
    assertThat(ServerHint.of(trailers).delay()).isEqualTo(Duration.ofSeconds(2));
    Metadata other = pushback("5000");
    other.put(ServerHint.DETAILS, status(any(RETRY_INFO, info(2, 0))));
    assertThat(ServerHint.of(other).delay()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void a_negative_or_impossible_duration_is_no_hint() {
    assertThat(ServerHint.retryInfo(status(any(RETRY_INFO, info(-1, 0))))).isNull();
    assertThat(ServerHint.retryInfo(status(any(RETRY_INFO, info(0, -1))))).isNull();
    assertThat(ServerHint.retryInfo(status(any(RETRY_INFO, info(0, 1_000_000_000))))).isNull();
    assertThat(ServerHint.retryInfo(status(any(RETRY_INFO, info(Long.MAX_VALUE, 0))))).isNull();
  }

  @Test
  void a_truncated_message_is_no_hint_and_does_not_throw() {
    byte[] whole = status(any(RETRY_INFO, info(2, 500_000_000)));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThat(ServerHint.retryInfo(cut)).as("first %d bytes", length).isNull();
    }
    assertThat(ServerHint.retryInfo(whole)).isEqualTo(Duration.ofMillis(2_500));
  }

  @Test
  void hostile_bytes_do_not_throw() {
    Random random = new Random(1);
    byte[] whole = status(any(RETRY_INFO, info(2, 500_000_000)));
    assertThatCode(
            () -> {
              for (int run = 0; run < 100_000; run++) {
                byte[] bytes = whole.clone();
                for (int change = random.nextInt(4); change >= 0; change--) {
                  bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                Duration wait = ServerHint.retryInfo(bytes);
                assertThat(wait == null || !wait.isNegative()).isTrue();
                byte[] noise = new byte[random.nextInt(64)];
                random.nextBytes(noise);
                ServerHint.retryInfo(noise);
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void a_length_beyond_the_message_or_above_two_gigabytes_is_no_hint() {
    byte[] huge = {0x1A, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F};
    byte[] negative = new byte[11];
    Arrays.fill(negative, (byte) 0xFF);
    negative[0] = 0x1A;
    negative[10] = 1;
    assertThat(ServerHint.retryInfo(huge)).isNull();
    assertThat(ServerHint.retryInfo(negative)).isNull();
  }

  private static Metadata pushback(String text) {
    Metadata trailers = new Metadata();
    trailers.put(ServerHint.PUSHBACK, text);
    return trailers;
  }

  static byte[] status(byte[] any) {
    return concat(field(1, 8), field(3, any));
  }

  static byte[] any(String type, byte[] value) {
    return concat(field(1, type.getBytes(StandardCharsets.UTF_8)), field(2, value));
  }

  static byte[] info(long seconds, long nanos) {
    return field(1, concat(field(1, seconds), field(2, nanos)));
  }

  private static byte[] field(int number, long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(number << 3);
    varint(out, value);
    return out.toByteArray();
  }

  private static byte[] field(int number, byte[] value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(number << 3 | 2);
    varint(out, value.length);
    out.writeBytes(value);
    return out.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
