package dev.reprise.dynamodb.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Lines of a stream as bytes of a buffer, in bounded memory for any content. */
public final class LineBuffer implements Closeable {

  /** Bytes kept of a line that is too long. */
  public static final int KEPT_BYTES = 1_000;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int maxBytes;
  private final boolean verbatim;
  private byte[] buffer = new byte[BUFFER];
  private int next;
  private int filled;
  private boolean ended;
  private long number;
  private int from;
  private int to;
  private boolean tooLong;

  /**
   * Reads lines.
   *
   * @param maxBytes maximum length of a line in bytes
   * @param verbatim false to remove the blanks around each line
   */
  LineBuffer(InputStream in, int maxBytes, boolean verbatim) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.verbatim = verbatim;
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
      tooLong = end - next > maxBytes;
      from = next;
      to = tooLong ? Math.min(end, next + KEPT_BYTES) : end;
    }
    next = Math.min(end + 1, filled);
    skipMarkAndBlanks();
    return true;
  }

  /**
   * Returns the end of the line that begins at {@code next}. Both move when the buffer is
   * compacted.
   */
  private int endOfLine() throws IOException {
    int searched = next;
    while (true) {
      for (int at = searched; at < filled; at++) {
        if (buffer[at] == '\n') {
          return at;
        }
      }
      if (filled - next > Math.max(maxBytes, KEPT_BYTES)) {
        dropRead();
      }
      int read = filled - next;
      if (!fill()) {
        return filled;
      }
      searched = next + read;
    }
  }

  /** Drops the bytes read of a line that is too long, except its beginning. */
  private void dropRead() {
    if (!tooLong) {
      tooLong = true;
      System.arraycopy(buffer, next, buffer, 0, KEPT_BYTES);
      from = 0;
      to = KEPT_BYTES;
    }
    next = KEPT_BYTES;
    filled = KEPT_BYTES;
  }

  /** Reads more bytes after the unread ones; returns false at the end. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    if (filled == buffer.length || next == filled) {
      compactOrGrow();
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    ended = read < 0;
    filled += Math.max(0, read);
    return !ended;
  }

  private void compactOrGrow() {
    int keep = tooLong ? KEPT_BYTES : 0;
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
    if (verbatim) {
      to -= from < to && buffer[to - 1] == '\r' && !tooLong ? 1 : 0;
      return;
    }
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

  /** Returns the number of the line, from 1. */
  long number() {
    return number;
  }

  /** Returns the maximum length of a line in bytes. */
  int maxBytes() {
    return maxBytes;
  }

  /**
   * Returns whether the line is longer than {@link #maxBytes}; then {@link #text} is its beginning.
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

  /**
   * Returns whether the line has only ASCII characters other than zero: a parser of bytes takes
   * zeros for UTF-16 or UTF-32.
   */
  boolean isAscii() {
    for (int at = from; at < to; at++) {
      if (buffer[at] <= 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the line, with replacement characters for bytes that are not UTF-8. */
  String text() {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  /** Returns the line if it is UTF-8. */
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
