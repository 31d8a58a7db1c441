package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that a request reads, holds, counts and sends. */
class RequestBufferTest {

  private final List<Counted> streams = new ArrayList<>();

  /** A message is a number: that of its bytes. */
  private MethodDescriptor.Marshaller<Integer> marshaller(boolean knowsLength) {
    return new MethodDescriptor.Marshaller<>() {
      @Override
      public InputStream stream(Integer length) {
        Counted made = new Counted(length, knowsLength);
        streams.add(made);
        return made;
      }

      @Override
      public Integer parse(InputStream stream) {
        throw new AssertionError("not received");
      }
    };
  }

  private static final class Counted extends ByteArrayInputStream {

    private final boolean knowsLength;

    Counted(int length, boolean knowsLength) {
      super(new byte[length]);
      this.knowsLength = knowsLength;
      for (int i = 0; i < length; i++) {
        buf[i] = (byte) i;
      }
    }

    int wasRead() {
      return pos;
    }

    @Override
    public int available() {
      return knowsLength ? super.available() : 0;
    }
  }

  /** Reads and closes each message, as the framer of grpc does. */
  private static byte[] sent(RequestBuffer<Integer> buffer) {
    List<byte[]> sent = new ArrayList<>();
    buffer.sendTo(
        new ClientCall<Integer, Object>() {
          @Override
          public void start(Listener<Object> listener, Metadata headers) {}

          @Override
          public void request(int count) {}

          @Override
          public void cancel(String message, Throwable cause) {}

          @Override
          public void halfClose() {}

          @Override
          public void sendMessage(Integer message) {
            try (InputStream stream = buffer.stream(message)) {
              sent.add(stream.readAllBytes());
            } catch (IOException failure) {
              throw new AssertionError(failure);
            }
          }
        });
    assertThat(sent).hasSize(1);
    return sent.get(0);
  }

  private static byte[] bytes(int length) {
    return new Counted(length, true).readAllBytes();
  }

  @Test
  void a_message_of_known_length_that_does_not_fit_stays_unread() {
    BufferLimit limit = new BufferLimit(1_000, 100);
    RequestBuffer<Integer> buffer = new RequestBuffer<>(marshaller(true), limit);
    buffer.add(101);
    assertThat(streams.get(0).wasRead()).isZero();
    assertThat(limit.used()).isZero();
    assertThat(buffer.isRepeatable()).isFalse();
    assertThat(sent(buffer)).isEqualTo(bytes(101));
    assertThat(streams).hasSize(1);
  }

  @Test
  void a_message_of_unknown_length_is_read_only_as_far_as_the_total_limit_permits() {
    BufferLimit limit = new BufferLimit(100_000, 10_000);
    List<RequestBuffer<Integer>> buffers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      RequestBuffer<Integer> buffer = new RequestBuffer<>(marshaller(false), limit);
      buffer.add(50_000);
      buffers.add(buffer);
    }
    int read = streams.stream().mapToInt(Counted::wasRead).sum();
    assertThat(read).isEqualTo(10_000 + 3); // one byte each, to see whether there are more
    assertThat(limit.used()).isEqualTo(10_000);
    for (RequestBuffer<Integer> buffer : buffers) {
      assertThat(sent(buffer)).isEqualTo(bytes(50_000));
    }
    assertThat(limit.used()).as("after the only sending").isZero();
    buffers.forEach(RequestBuffer::release);
    assertThat(limit.used()).isZero();
    assertThat(streams).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8_191, 8_192, 8_193, 20_000})
  void a_message_that_fits_is_kept_whether_its_length_is_known_or_not(int length) {
    for (boolean knowsLength : new boolean[] {true, false}) {
      BufferLimit limit = new BufferLimit(length, length);
      RequestBuffer<Integer> buffer = new RequestBuffer<>(marshaller(knowsLength), limit);
      buffer.add(length);
      assertThat(buffer.isRepeatable()).isTrue();
      assertThat(limit.used()).isEqualTo(length);
      assertThat(sent(buffer)).isEqualTo(bytes(length));
      assertThat(sent(buffer)).isEqualTo(bytes(length));
      buffer.release();
      assertThat(limit.used()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8_192, 8_193, 20_000})
  void a_message_of_one_byte_more_than_its_call_may_hold_is_sent_once(int length) {
    for (boolean knowsLength : new boolean[] {true, false}) {
      BufferLimit limit = new BufferLimit(length - 1, Long.MAX_VALUE);
      RequestBuffer<Integer> buffer = new RequestBuffer<>(marshaller(knowsLength), limit);
      buffer.add(length);
      assertThat(buffer.isRepeatable()).isFalse();
      assertThat(sent(buffer)).isEqualTo(bytes(length));
      assertThat(limit.used()).isZero();
    }
  }

  @Test
  void the_bytes_of_a_call_that_ends_before_its_only_sending_are_returned_once()
      throws IOException {
    BufferLimit limit = new BufferLimit(10_000, Long.MAX_VALUE);
    RequestBuffer<Integer> buffer = new RequestBuffer<>(marshaller(false), limit);
    Integer message = 50_000;
    buffer.add(message);
    InputStream opened = buffer.stream(message);
    buffer.release();
    assertThat(limit.used()).isZero();
    opened.close();
    assertThat(limit.used()).isZero();
  }

  @Test
  void a_released_buffer_serialises_nothing() {
    RequestBuffer<Integer> buffer =
        new RequestBuffer<>(marshaller(true), new BufferLimit(1_000, 1_000));
    buffer.release();
    buffer.add(7);
    assertThat(streams).isEmpty();
  }

  @Test
  void a_reservation_that_does_not_fit_takes_nothing() {
    BufferLimit limit = new BufferLimit(1_000, 100);
    assertThat(limit.reserve(101, 101)).isZero();
    assertThat(limit.used()).isZero();
    assertThat(limit.reserve(1, 1_000)).isEqualTo(100);
    assertThat(limit.reserve(0, 1)).isZero();
    limit.release(100);
    assertThat(limit.used()).isZero();
  }

  @Test
  void a_message_that_was_not_kept_is_serialised_again_for_a_second_stream() throws Exception {
    RequestBuffer<String> buffer =
        new RequestBuffer<>(Texts.MARSHALLER, new BufferLimit(3, Long.MAX_VALUE));
    String message = "request";
    buffer.add(message);
    assertThat(buffer.isRepeatable()).isFalse();
    assertThat(buffer.stream(message).readAllBytes())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("request");
    assertThat(buffer.stream(message).readAllBytes())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("request");
  }
}
