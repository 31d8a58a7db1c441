package dev.reprise.idempotency.outcome;

import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the value of an operation as bytes and reads it back. A store contains only these bytes,
 * so the codec determines which secrets a store contains. It is called outside of all locks,
 * possibly by several threads at the same time. It is not called for a null value.
 *
 * <pre>{@code
 * return IdempotencyGuard.of(store, OutcomeCodec.text(Receipt::number, Receipt::new))
 * }</pre>
 *
 * <p>Later versions of the program must be able to read these bytes until the retention of the
 * outcomes ends.
 *
 * @param <T> type of the value
 */
public interface OutcomeCodec<T extends @Nullable Object> {

  /**
   * Writes a value.
   *
   * @param value never null
   * @return the bytes; the caller owns the array
   * @throws IOException if the value cannot be written; this and every other exception results in
   *     {@link Replayability#NOT_ENCODABLE}
   */
  byte[] encode(T value) throws IOException;

  /**
   * Reads a value.
   *
   * @param bytes the bytes that {@link #encode} returned; the codec owns the array
   * @return the value
   * @throws IOException if the value cannot be read; this and every other exception results in
   *     {@link Replayability#NOT_DECODABLE}
   */
  T decode(byte[] bytes) throws IOException;

  /**
   * Byte arrays, unchanged.
   *
   * @return a codec for byte arrays
   */
  static OutcomeCodec<byte[]> bytes() {
    return new BytesCodec();
  }

  /**
   * Texts in UTF-8. A text with an unpaired surrogate cannot be written.
   *
   * @return a codec for strings
   */
  static OutcomeCodec<String> string() {
    return TextCodec.string();
  }

  /**
   * Values that have a text form.
   *
   * @param print returns the text of a value
   * @param parse returns the value of a text
   * @param <T> type of the value
   * @return a codec that writes the text in UTF-8
   */
  static <T> OutcomeCodec<T> text(
      Function<? super T, String> print, Function<? super String, ? extends T> parse) {
    return new TextCodec<>(print, parse);
  }

  /**
   * No value, for operations that return null: only the success of the operation is recorded.
   *
   * @return a codec that is never called
   */
  static OutcomeCodec<@Nullable Void> none() {
    return new VoidCodec();
  }
}
