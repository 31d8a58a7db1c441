package dev.reprise.idempotency.outcome;

import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the value of an operation as bytes and reads it back. What it writes is all that is
 * recorded, so it decides what secrets a store holds. Called outside of all locks, possibly by
 * several threads at once. A null value is recorded without it.
 *
 * <p>What it writes is read by later versions of the program, for as long as outcomes are kept.
 *
 * @param <T> type of the value
 */
public interface OutcomeCodec<T extends @Nullable Object> {

  /**
   * Writes a value.
   *
   * @param value never null
   * @return the bytes; the caller may change them
   * @throws IOException if the value cannot be written; like every other failure it leads to {@link
   *     Replayability#NOT_ENCODABLE}
   */
  byte[] encode(T value) throws IOException;

  /**
   * Reads a value.
   *
   * @param bytes what {@link #encode} wrote; a copy of the caller's own
   * @return the value
   * @throws IOException if it cannot be read; like every other failure it leads to {@link
   *     OutcomeNotReplayableException}
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
   * Texts in UTF-8. A text with half a surrogate pair cannot be written.
   *
   * @return a codec for strings
   */
  static OutcomeCodec<String> string() {
    return TextCodec.string();
  }

  /**
   * Values that have a text form.
   *
   * @param print gives the text
   * @param parse reads it
   * @param <T> type of the value
   * @return a codec that writes the text in UTF-8
   */
  static <T> OutcomeCodec<T> text(
      Function<? super T, String> print, Function<? super String, ? extends T> parse) {
    return new TextCodec<>(print, parse);
  }

  /**
   * No value, for operations that return null: only the end of the operation is recorded.
   *
   * @return a codec that is never called
   */
  static OutcomeCodec<@Nullable Void> none() {
    return new VoidCodec();
  }
}
