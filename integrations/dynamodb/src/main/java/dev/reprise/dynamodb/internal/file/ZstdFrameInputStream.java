package dev.reprise.dynamodb.internal.file;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Checks that zstd data does not end within a frame (RFC 8878 section 3.1.1): the library ignores a
 * second frame that is truncated within its header.
 */
final class ZstdFrameInputStream extends FilterInputStream {

  private static final int FRAME = 0xFD2FB528;
  private static final int SKIPPABLE = 0x184D2A50;
  private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};
  private static final int RLE_BLOCK = 1;

  /** Part of a frame that is being read. */
  private enum Part {
    MAGIC(4),
    SKIPPED_SIZE(4),
    DESCRIPTOR(1),
    BLOCK_HEADER(3);

    final int bytes;

    Part(int bytes) {
      this.bytes = bytes;
    }
  }

  private Part part = Part.MAGIC;
  private int collected;
  private int value;
  private long toSkip;
  private boolean checksum;
  private boolean unknown;

  ZstdFrameInputStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int read = super.read(to, offset, length);
    boolean between = part == Part.MAGIC && collected == 0 && toSkip == 0;
    if (read < 0 && !between && !unknown) {
      throw new EOFException("ends in the middle of a zstd frame");
    }
    int at = offset;
    while (at < offset + read) {
      int skipped = (int) Math.min(toSkip, offset + read - at);
      toSkip -= skipped;
      at += skipped;
      if (at < offset + read) {
        collect(to[at++] & 0xFF);
      }
    }
    return read;
  }

  private void collect(int one) {
    value |= one << (8 * collected);
    collected++;
    if (collected == part.bytes) {
      int all = value;
      value = 0;
      collected = 0;
      next(all);
    }
  }

  private void next(int all) {
    switch (part) {
      case MAGIC -> {
        boolean skippable = (all & 0xFFFFFFF0) == SKIPPABLE;
        unknown |= !skippable && all != FRAME;
        part = skippable ? Part.SKIPPED_SIZE : Part.DESCRIPTOR;
      }
      case SKIPPED_SIZE -> {
        toSkip = Integer.toUnsignedLong(all);
        part = Part.MAGIC;
      }
      case DESCRIPTOR -> {
        checksum = (all & 4) != 0;
        toSkip = headerBytes(all);
        part = Part.BLOCK_HEADER;
      }
      case BLOCK_HEADER -> {
        boolean last = (all & 1) != 0;
        toSkip = (all >> 1 & 3) == RLE_BLOCK ? 1 : all >> 3;
        toSkip += last && checksum ? 4 : 0;
        part = last ? Part.MAGIC : Part.BLOCK_HEADER;
      }
    }
  }

  /** Returns the length of the fields after the descriptor: window, dictionary, content size. */
  private static int headerBytes(int descriptor) {
    boolean single = (descriptor & 0x20) != 0;
    int sizeFlag = descriptor >> 6;
    int size = sizeFlag == 0 ? (single ? 1 : 0) : 1 << sizeFlag;
    return (single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3] + size;
  }
}
