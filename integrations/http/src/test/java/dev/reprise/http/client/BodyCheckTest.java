package dev.reprise.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.BodyChangedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyCheckTest {

  private final BodyCheck check = new BodyCheck();

  /**
   * Sends a body in pieces of some bytes, completely or not; returns the bytes that were passed on.
   */
  private String send(String body, int piece, boolean toItsEnd) throws BodyChangedException {
    BodyCheck.Sending sending = check.begin(-1);
    StringBuilder through = new StringBuilder();
    for (int i = 0; i < body.length(); i += piece) {
      String next = body.substring(i, Math.min(body.length(), i + piece));
      sending.pass(ByteBuffer.wrap(next.getBytes(StandardCharsets.US_ASCII)));
      through.append(next);
    }
    if (toItsEnd) {
      sending.end();
    }
    return through.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void the_same_bytes_pass_in_parts_of_any_size(int piece) throws BodyChangedException {
    send("012345", 4, false);
    assertThat(check.isComplete()).isFalse();
    assertThat(send("0123456", piece, true)).isEqualTo("0123456");
    assertThat(check.isComplete()).isTrue();
    assertThat(send("0123456", 7, true)).isEqualTo("0123456");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "012345", "0123455", "1123456", "01234567", "9999999"})
  void a_different_body_does_not_reach_its_end(String other) throws BodyChangedException {
    send("0123456", 3, true);

    assertThatThrownBy(() -> send(other, 2, true))
        .isInstanceOf(BodyChangedException.class)
        .hasMessageStartingWith(
            "the body of this request differs from the body of an earlier attempt: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "012", "0129", "3456"})
  void an_incomplete_body_must_start_with_the_same_bytes(String other) throws BodyChangedException {
    send("0123", 2, false);
    send("01", 2, false);

    assertThatThrownBy(() -> send(other, 1, true)).isInstanceOf(BodyChangedException.class);
    assertThat(send("0123456", 1, true)).isEqualTo("0123456");
  }

  @Test
  void a_body_that_continues_after_a_failure_fails_again() throws BodyChangedException {
    send("0123", 4, true);
    BodyCheck.Sending sending = check.begin(-1);
    byte[] other = {'9', '9', '9', '9'};

    assertThatThrownBy(() -> sending.pass(other, 0, 4)).hasMessageContaining("4 bytes differ");
    assertThatThrownBy(() -> sending.pass(other, 0, 1)).isInstanceOf(BodyChangedException.class);
    assertThatThrownBy(sending::end).isInstanceOf(BodyChangedException.class);
  }

  @Test
  void later_sendings_have_the_announced_length() throws BodyChangedException {
    byte[] body = {1, 2, 3, 4};
    check.begin(4).pass(body, 0, 2);
    BodyCheck.Sending shorter = check.begin(4);
    shorter.pass(body, 0, 3);
    assertThatThrownBy(shorter::end).hasMessageContaining("after 3 bytes, but 4 were announced");

    BodyCheck.Sending whole = check.begin(4);
    whole.pass(body, 0, 4);
    whole.end();
    whole.end();
  }

  @Test
  void later_sendings_announce_the_same_length() throws BodyChangedException {
    check.begin(300);
    assertThatThrownBy(() -> check.begin(50))
        .isInstanceOf(BodyChangedException.class)
        .hasMessageContaining("it announces 50 bytes, and announced 300 bytes before");
    assertThatThrownBy(() -> check.begin(-1)).hasMessageContaining("it announces no length");
    check.begin(300);
  }

  @Test
  void later_sendings_send_at_most_the_announced_number_of_bytes() throws BodyChangedException {
    byte[] body = {1, 2, 3, 4};
    check.begin(3).pass(body, 0, 1);
    BodyCheck.Sending longer = check.begin(3);
    longer.pass(body, 0, 2);
    assertThatThrownBy(() -> longer.pass(body, 2, 2))
        .hasMessageContaining("more than the 3 bytes announced");
  }

  @Test
  void an_empty_body_fails_if_more_was_announced() throws BodyChangedException {
    check.begin(3);
    assertThatThrownBy(check.begin(3)::end)
        .hasMessageContaining("after 0 bytes, but 3 were announced");
  }

  @Test
  void the_callers_buffer_stays_unchanged() throws BodyChangedException {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).position(1).limit(3);
    check.begin(-1).pass(bytes);
    check.begin(-1).pass(bytes);
    assertThat(bytes.position()).isEqualTo(1);
    assertThat(bytes.limit()).isEqualTo(3);
  }

  @Test
  void concurrent_sendings_do_not_affect_each_other() throws BodyChangedException {
    BodyCheck.Sending one = check.begin(-1);
    BodyCheck.Sending other = check.begin(-1);
    one.pass(new byte[] {1, 2}, 0, 2);
    other.pass(new byte[] {1}, 0, 1);
    other.pass(new byte[] {2}, 0, 1);
    one.end();
    other.end();
    assertThat(check.isComplete()).isTrue();
  }
}
