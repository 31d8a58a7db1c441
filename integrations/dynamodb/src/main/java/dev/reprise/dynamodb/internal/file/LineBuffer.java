package dev.reprise.dynamodb.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The lines of a stream as bytes in a buffer, in bounded memory for any content. */
public final class LineBuffer implements Closeable {

  /** Bytes kept of a line that is too long. */
  public static final int KEPT = 1_000;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int longest;
  private byte[] buffer = new byte[BUFFER];
  private int next;
  private int filled;
  private boolean ended;
  private long number;
  private int from;
  private int to;
  private boolean tooLong;

  LineBuffer(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * Advances to the next line.
   *
   * @return false at the end
   */
  boolean advance() throws IOException {
    tooLong = false;
    if (next == filled && !fill()) {
      return false;
    }
    int end = endOfLine();
    number++;
    if (!tooLong) {
      tooLong = end - next > longest;
      from = next;
      to = tooLong ? next + KEPT : end;
    }
    next = Math.min(end + 1, filled);
    skipMarkAndBlanks();
    return true;
  }

  /** Where the line ends that begins at {@code next}, which moves when the buffer does. */
  private int endOfLine() throws IOException {
    int searched = next;
    while (true) {
      for (int at = searched; at < filled; at++) {
        if (buffer[at] == '\n') {
          return at;
        }
      }
      if (filled - next > longest) {
        forget();
      }
      int read = filled - next;
      if (!fill()) {
        return filled;
      }
      searched = next + read;
    }
  }

  /** Drops what was read of a line that is too long, but for its beginning. */
  private void forget() {
    if (!tooLong) {
      tooLong = true;
      System.arraycopy(buffer, next, buffer, 0, KEPT);
      from = 0;
      to = KEPT;
    }
    next = KEPT;
    filled = KEPT;
  }

  /** Reads more, after what is left from {@code next} on; false at the end. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    if (filled == buffer.length || next == filled) {
      makeRoom();
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    ended = read < 0;
    filled += Math.max(0, read);
    return !ended;
  }

  private void makeRoom() {
    int keep = tooLong ? KEPT : 0;
    if (next > keep) {
      System.arraycopy(buffer, next, buffer, keep, filled - next);
      filled -= next - keep;
      next = keep;
    } else if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
  }

  private void skipMarkAndBlanks() {
    boolean marked =
        number == 1
            && to - from >= 3
            && buffer[from] == (byte) 0xEF
            && buffer[from + 1] == (byte) 0xBB
            && buffer[from + 2] == (byte) 0xBF;
    from += marked ? 3 : 0;
    while (from < to && isBlank(buffer[from])) {
      from++;
    }
    while (from < to && isBlank(buffer[to - 1])) {
      to--;
    }
  }

  private static boolean isBlank(byte one) {
    return one == ' ' || one == '\t' || one == '\r';
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  /** Returns the maximum length of a line in bytes. */
  int longest() {
    return longest;
  }

  /**
   * Returns whether the line is longer than {@link #longest}; then {@link #text} is its beginning.
   */
  boolean isTooLong() {
    return tooLong;
  }

  byte[] buffer() {
    return buffer;
  }

  int from() {
    return from;
  }

  int length() {
    return to - from;
  }

  boolean isAscii() {
    for (int at = from; at < to; at++) {
      if (buffer[at] < 0) {
        return false;
      }
    }
    return true;
  }

  /** The line, with replacements for what is not UTF-8. */
  String text() {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  /** The line, if it is UTF-8. */
  String strictText() throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(buffer, from, to - from))
        .toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
