package dev.reprise.cli.dynamodb;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a file line by line in bounded memory, whatever is in it. */
final class LineReader implements Closeable {

  /** Far more than an item of 400 KB takes, every character of it escaped. */
  static final int LONGEST = 4 * 1024 * 1024;

  private static final int BUFFER = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private long number;
  private long bytes;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER);
  }

  /**
   * A line.
   *
   * @param number counted from 1
   * @param text without its end; empty if it could not be read
   * @param obstacle why it could not be read, or null
   */
  record Line(long number, String text, @Nullable String obstacle) {}

  /** How much was read. */
  long bytes() {
    return bytes;
  }

  /** The next line; null at the end. */
  @Nullable Line next() throws IOException {
    int next = read();
    if (next < 0) {
      return null;
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    while (next >= 0 && next != '\n') {
      tooLong |= line.size() >= LONGEST;
      if (!tooLong) {
        line.write(next);
      }
      next = read();
    }
    return tooLong
        ? new Line(number, "", "longer than " + LONGEST + " bytes")
        : decoded(line.toByteArray());
  }

  private Line decoded(byte[] line) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString().strip();
      boolean marked = number == 1 && text.startsWith(BYTE_ORDER_MARK);
      return new Line(number, marked ? text.substring(1) : text, null);
    } catch (CharacterCodingException e) {
      return new Line(number, "", "not UTF-8");
    }
  }

  private int read() throws IOException {
    int next = in.read();
    if (next >= 0) {
      bytes++;
    }
    return next;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
