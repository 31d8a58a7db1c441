package dev.reprise.dynamodb.internal.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses gzip data of any number of members, after RFC 1952. An end within a member and other
 * data after a member are errors; {@link java.util.zip.GZIPInputStream} reports the end of the data
 * in both cases. Zeros at the end are padding.
 */
final class GzipMemberInputStream extends InputStream {

  private static final int DEFLATED = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] input = new byte[1 << 16];
  private int at;
  private int filled;
  private boolean inMember;
  private boolean ended;
  private volatile boolean closed;

  GzipMemberInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("the input is closed");
    }
    if (length == 0) {
      return 0;
    }
    while (inMember || startMember()) {
      int read = inflate(to, offset, length);
      if (read > 0) {
        checksum.update(to, offset, read);
        return read;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsInput()) {
        at = 0;
        filled = 0;
        need();
        inflater.setInput(input, at, filled - at);
      } else {
        throw new IOException("gzip data is damaged");
      }
    }
    return -1;
  }

  private int inflate(byte[] to, int offset, int length) throws IOException {
    try {
      return inflater.inflate(to, offset, length);
    } catch (DataFormatException e) {
      throw new IOException("gzip data is damaged", e);
    }
  }

  /** Reads a member's header; false at the end. */
  private boolean startMember() throws IOException {
    int first = ended ? -1 : firstAfterPadding();
    if (first < 0) {
      ended = true;
      return false;
    }
    if (first != 0x1F || next() != 0x8B || next() != DEFLATED) {
      throw new IOException("unexpected data after a gzip member");
    }
    int flags = next();
    skip(6);
    if ((flags & EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    skipTexts(Integer.bitCount(flags & (NAME | COMMENT)));
    skip((flags & HEADER_CRC) == 0 ? 0 : 2);
    checksum.reset();
    inflater.reset();
    inflater.setInput(input, at, filled - at);
    inMember = true;
    return true;
  }

  private int firstAfterPadding() throws IOException {
    while (at < filled || fill()) {
      int one = input[at++] & 0xFF;
      if (one != 0) {
        return one;
      }
    }
    return -1;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private void skipTexts(int texts) throws IOException {
    for (int i = 0; i < texts; i++) {
      int one = next();
      while (one != 0) {
        one = next();
      }
    }
  }

  private void endMember() throws IOException {
    at = filled - inflater.getRemaining();
    long sum = nextInt();
    long length = nextInt();
    if (sum != checksum.getValue() || length != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
      throw new IOException("gzip data is damaged: checksum mismatch");
    }
    inMember = false;
  }

  private long nextInt() throws IOException {
    return next() | (long) next() << 8 | (long) next() << 16 | (long) next() << 24;
  }

  private int next() throws IOException {
    if (at == filled) {
      need();
    }
    return input[at++] & 0xFF;
  }

  private void need() throws IOException {
    if (!fill()) {
      throw new EOFException("ends in the middle of a gzip member");
    }
  }

  private boolean fill() throws IOException {
    at = 0;
    filled = Math.max(0, in.read(input));
    return filled > 0;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    inflater.end();
    in.close();
  }
}
