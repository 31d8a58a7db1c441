package dev.reprise.batch.journal;

import java.util.Arrays;

/**
 * A growing array of bytes: numbers as little-endian, or with seven bits in each byte, low bits
 * first.
 */
final class ByteBuilder {

  private byte[] array = new byte[64];
  private int length;

  void octet(int value) {
    if (length == array.length) {
      array = Arrays.copyOf(array, length * 2);
    }
    array[length++] = (byte) value;
  }

  void octets(byte[] values) {
    for (byte value : values) {
      octet(value);
    }
  }

  void fixed32(int value) {
    for (int shift = 0; shift < 32; shift += 8) {
      octet(value >>> shift);
    }
  }

  void fixed64(long value) {
    fixed32((int) value);
    fixed32((int) (value >>> 32));
  }

  void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      octet((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    octet((int) rest);
  }

  /** Appends a signed number in zigzag encoding, which is short for numbers near 0. */
  void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  int length() {
    return length;
  }

  byte[] toArray() {
    return Arrays.copyOf(array, length);
  }
}
