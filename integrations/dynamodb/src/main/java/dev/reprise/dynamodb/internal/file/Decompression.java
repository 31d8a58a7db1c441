package dev.reprise.dynamodb.internal.file;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Recognizes compression by the first bytes of a stream. */
final class Decompression {

  private static final int BUFFER = 1 << 16;
  private static final int MAGIC = 4;
  private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

  private Decompression() {}

  /**
   * Decompresses a stream.
   *
   * @param compressedByName true if the name of the file indicates a compression; an empty file is
   *     then damaged
   * @throws EOFException if it ends within its first bytes
   */
  static InputStream of(InputStream in, boolean compressedByName) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    buffered.mark(MAGIC);
    byte[] magic = buffered.readNBytes(MAGIC);
    buffered.reset();
    if (magic.length == 0 && compressedByName) {
      throw new EOFException("the file is empty; expected compressed data");
    }
    if (magic.length < MAGIC && isTruncated(magic)) {
      throw new EOFException("ends within its first " + MAGIC + " bytes");
    }
    if (isGzip(magic)) {
      return new GzipMemberInputStream(buffered);
    }
    return isZstd(magic) ? ZstdStreams.decompressing(buffered) : buffered;
  }

  /**
   * Returns whether these bytes are an incomplete beginning of gzip or zstd data. No item begins
   * with them.
   */
  private static boolean isTruncated(byte[] magic) {
    boolean gzip = magic.length == 1 && magic[0] == 0x1F;
    boolean zstd = magic.length > 0;
    for (int at = 0; at < magic.length; at++) {
      zstd &= magic[at] == ZSTD[at];
    }
    return gzip || zstd;
  }

  /** RFC 1952 section 2.3.1. */
  private static boolean isGzip(byte[] magic) {
    return magic.length >= 2 && magic[0] == 0x1F && magic[1] == (byte) 0x8B;
  }

  /** RFC 8878 sections 3.1.1 and 3.1.2: a frame, or one to be skipped. */
  private static boolean isZstd(byte[] magic) {
    if (magic.length < MAGIC) {
      return false;
    }
    boolean frame = Arrays.equals(magic, ZSTD);
    boolean skippable =
        (magic[0] & 0xF0) == 0x50 && magic[1] == 0x2A && magic[2] == 0x4D && magic[3] == 0x18;
    return frame || skippable;
  }
}
