package dev.reprise.idempotency.outcome;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;

/** The codec of texts in UTF-8. It fails for invalid characters instead of replacing them. */
final class TextCodec<T> implements OutcomeCodec<T> {

  private final Function<? super T, String> print;
  private final Function<? super String, ? extends T> parse;

  TextCodec(Function<? super T, String> print, Function<? super String, ? extends T> parse) {
    this.print = Objects.requireNonNull(print, "print");
    this.parse = Objects.requireNonNull(parse, "parse");
  }

  static OutcomeCodec<String> string() {
    return new TextCodec<>(Function.identity(), Function.identity());
  }

  @Override
  public byte[] encode(T value) throws IOException {
    CharBuffer text = CharBuffer.wrap(print.apply(value));
    ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(text);
    byte[] bytes = new byte[utf8.remaining()];
    utf8.get(bytes);
    return bytes;
  }

  @Override
  public T decode(byte[] bytes) throws IOException {
    return parse.apply(
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
  }
}
