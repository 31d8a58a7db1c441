package dev.reprise.grpc;

/**
 * Reads the wire format of protocol buffers: varints, and fields with a length. It never throws: a
 * malformed or truncated message ends early, with {@link #isMalformed()}. Used by one thread.
 */
final class ProtoReader {

  static final int VARINT = 0;
  static final int LENGTH_DELIMITED = 2;

  private static final int FIXED_64 = 1;
  private static final int FIXED_32 = 5;
  private static final int TYPE_BITS = 3;
  private static final int VARINT_BITS = 7;
  private static final int MAX_SHIFT = 63;

  private final byte[] bytes;
  private final int end;
  private int position;
  private int field;
  private int type;
  private long number;
  private int start;
  private int length;
  private boolean malformed;

  ProtoReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ProtoReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /** Reads the next field with its value; returns false at the end, or before malformed bytes. */
  boolean next() {
    if (malformed || position >= end) {
      return false;
    }
    long tag = varint();
    field = (int) (tag >>> TYPE_BITS);
    type = (int) (tag & 7);
    if (tag >>> Integer.SIZE != 0 || field <= 0) {
      malformed = true;
    }
    if (!malformed) {
      readValue();
    }
    return !malformed;
  }

  private void readValue() {
    switch (type) {
      case VARINT -> number = varint();
      case FIXED_64 -> skip(Long.BYTES);
      case LENGTH_DELIMITED -> skip(varint());
      case FIXED_32 -> skip(Integer.BYTES);
      default -> malformed = true; // groups are not used by these messages
    }
  }

  private void skip(long count) {
    if (malformed || count < 0 || count > end - position) {
      malformed = true;
      return;
    }
    start = position;
    length = (int) count;
    position += length;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += VARINT_BITS) {
      if (position >= end) {
        break;
      }
      byte next = bytes[position++];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    malformed = true;
    return 0;
  }

  /** Returns whether the current field has this number and wire type. */
  boolean is(int expectedField, int expectedType) {
    return field == expectedField && type == expectedType;
  }

  /** The value of the current varint field. */
  long number() {
    return number;
  }

  /** A reader of the current field as a message. */
  ProtoReader message() {
    return new ProtoReader(bytes, start, start + length);
  }

  /** Returns whether the current field is this text, in ASCII. */
  boolean endsWith(String text) {
    int from = start + length - text.length();
    boolean equal = from >= start;
    for (int i = 0; equal && i < text.length(); i++) {
      equal = bytes[from + i] == text.charAt(i);
    }
    return equal;
  }

  boolean isMalformed() {
    return malformed;
  }
}
