package dev.reprise.batch.journal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes records: length, payload and a CRC-32C. The CRC also covers the CRC of the previous
 * record, so that no record after a damaged one is accepted.
 */
final class RecordWriter {

  static final int VERSION = 1;
  static final int HEADER = 1;
  static final int DONE = 2;
  static final int GAVE_WAY = 3;
  static final int END = 4;

  /** The maximum length of a record; a longer length means a damaged file. */
  static final int MOST_PAYLOAD = 1 << 17;

  /** The maximum number of ranges; a range has at most 28 bytes. */
  private static final int MOST_RANGES = 4_000;

  private static final byte[] MAGIC = {(byte) 0x89, 'R', 'P', 'J', '\r', '\n', 0x1A, '\n'};

  private int chain;
  private long expected;

  /**
   * Creates a writer that continues after earlier records.
   *
   * @param chain the CRC of the last record
   * @param expected the position after the last range
   */
  RecordWriter(int chain, long expected) {
    this.chain = chain;
    this.expected = expected;
  }

  static byte[] magic() {
    return MAGIC.clone();
  }

  /** Returns the header of a file; the next records follow it. */
  byte[] header(String description) {
    ByteBuilder payload = new ByteBuilder();
    payload.octet(HEADER);
    payload.varint(VERSION);
    payload.octets(description.getBytes(StandardCharsets.UTF_8));
    ByteBuilder file = new ByteBuilder();
    file.octets(MAGIC);
    add(payload, file);
    return file.toArray();
  }

  /**
   * Returns the records of ranges, as many records of each kind as necessary, superseded items
   * first.
   */
  byte[] settled(List<PositionRange> done, List<PositionRange> superseded) {
    ByteBuilder file = new ByteBuilder();
    spans(GAVE_WAY, superseded, file);
    spans(DONE, done, file);
    return file.toArray();
  }

  byte[] end(long inputLength) {
    ByteBuilder payload = new ByteBuilder();
    payload.octet(END);
    payload.varint(inputLength);
    ByteBuilder file = new ByteBuilder();
    add(payload, file);
    return file.toArray();
  }

  private void spans(int type, List<PositionRange> spans, ByteBuilder file) {
    for (int from = 0; from < spans.size(); from += MOST_RANGES) {
      ByteBuilder payload = new ByteBuilder();
      payload.octet(type);
      for (PositionRange span : spans.subList(from, Math.min(spans.size(), from + MOST_RANGES))) {
        payload.zigzag(span.start() - expected);
        payload.varint(span.length() - 1);
        payload.fixed64(span.sum());
        expected = span.end();
      }
      add(payload, file);
    }
  }

  private void add(ByteBuilder payload, ByteBuilder file) {
    ByteBuilder framed = new ByteBuilder();
    framed.varint(payload.length());
    framed.octets(payload.toArray());
    byte[] bytes = framed.toArray();
    chain = crc(chain, bytes, 0, bytes.length);
    file.octets(bytes);
    file.fixed32(chain);
  }

  /**
   * Returns the CRC of a record: over the CRC of the previous record, its own length and its
   * payload.
   */
  static int crc(int before, byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    for (int shift = 0; shift < 32; shift += 8) {
      crc.update(before >>> shift);
    }
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
