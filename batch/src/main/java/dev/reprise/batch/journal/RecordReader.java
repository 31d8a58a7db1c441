package dev.reprise.batch.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a journal from its beginning to the first incomplete record. */
final class RecordReader {

  private static final int BUFFER = 2 * RecordWriter.MOST_PAYLOAD;

  private final JournalStorage disk;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;
  private long fileOffset;
  private boolean atEnd;
  private int at;
  private int payloadEnd;
  private int chain;
  private long expected;

  final PositionRanges spans;
  @Nullable String description;
  long goodBytes;
  long records;
  long inputLength = -1;
  boolean endsWithEnd;

  private RecordReader(JournalStorage disk, long mostPositions) {
    this.disk = disk;
    spans = new PositionRanges(mostPositions);
  }

  /** Reads all readable records, whose ranges are joined as far as possible. */
  static RecordReader of(JournalStorage disk, Object name) throws IOException {
    return of(disk, name, PositionRanges.MOST_POSITIONS);
  }

  /**
   * Reads all readable records.
   *
   * @param mostPositions the limit of a range that is joined from several records
   * @return a reader; its description is null if the file does not begin like a journal
   * @throws JournalException if the file has a different version of the format
   */
  static RecordReader of(JournalStorage disk, Object name, long mostPositions) throws IOException {
    RecordReader scan = new RecordReader(disk, mostPositions);
    if (scan.readHeader(name)) {
      while (scan.readFrame() && scan.understood()) {
        scan.accept();
        scan.records++;
      }
    }
    return scan;
  }

  /** Returns a writer that continues after the last record. */
  RecordWriter records() {
    return new RecordWriter(chain, expected);
  }

  private boolean readHeader(Object name) throws IOException {
    byte[] magic = RecordWriter.magic();
    if (!available(magic.length) || !Arrays.equals(magic, Arrays.copyOf(buffer, magic.length))) {
      return false;
    }
    from = magic.length;
    goodBytes = magic.length;
    if (!readFrame() || octet() != RecordWriter.HEADER) {
      goodBytes = 0;
      return false;
    }
    long version = varint();
    if (version != RecordWriter.VERSION) {
      throw new JournalException(
          name + " has format " + version + "; this version reads " + RecordWriter.VERSION, null);
    }
    description = new String(buffer, at, payloadEnd - at, StandardCharsets.UTF_8);
    accept();
    return true;
  }

  /** Accepts the current frame. */
  private void accept() {
    int end = payloadEnd + 4;
    chain = fixed32(payloadEnd);
    goodBytes += end - from;
    from = end;
  }

  /** Finds the next frame with a correct CRC; returns false if there is none. */
  private boolean readFrame() throws IOException {
    int lengthBytes = 0;
    int length = 0;
    int last;
    do {
      if (lengthBytes == 3 || !available(lengthBytes + 1)) {
        return false;
      }
      last = buffer[from + lengthBytes];
      length |= (last & 0x7F) << (7 * lengthBytes);
      lengthBytes++;
    } while (last < 0);
    int framed = lengthBytes + length;
    if (length == 0 || length > RecordWriter.MOST_PAYLOAD || !available(framed + 4)) {
      return false;
    }
    at = from + lengthBytes;
    payloadEnd = from + framed;
    return RecordWriter.crc(chain, buffer, from, framed) == fixed32(payloadEnd);
  }

  /**
   * Ensures that a number of bytes is in the buffer after the current position; returns false at
   * the end of the file.
   */
  private boolean available(int bytes) throws IOException {
    while (to - from < bytes && !atEnd) {
      if (from + bytes > buffer.length || from == to) {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
      }
      int more = disk.read(buffer, to, buffer.length - to, fileOffset);
      atEnd = more < 0;
      to += Math.max(0, more);
      fileOffset += Math.max(0, more);
    }
    return to - from >= bytes;
  }

  /** Reads the payload of a record; returns false if it is invalid. */
  private boolean understood() {
    int type = octet();
    endsWithEnd = type == RecordWriter.END;
    if (type == RecordWriter.END) {
      inputLength = varint();
      return inputLength >= 0 && at == payloadEnd;
    }
    if (type != RecordWriter.DONE && type != RecordWriter.GAVE_WAY) {
      return false;
    }
    return understoodSpans(type == RecordWriter.DONE ? ItemStatus.DONE : ItemStatus.SUPERSEDED);
  }

  /** Reads the ranges of a record; they are accepted completely or not at all. */
  private boolean understoodSpans(ItemStatus known) {
    List<PositionRange> ranges = new ArrayList<>();
    long next = expected;
    while (at < payloadEnd) {
      PositionRange span = span(known, next);
      boolean inOrder = span != null && (ranges.isEmpty() || span.start() >= next);
      if (span == null || !inOrder || spans.overlaps(span)) {
        return false;
      }
      ranges.add(span);
      next = span.end();
    }
    ranges.forEach(spans::add);
    expected = next;
    return !ranges.isEmpty();
  }

  private @Nullable PositionRange span(ItemStatus known, long near) {
    long zigzag = varint();
    long start = near + ((zigzag >>> 1) ^ -(zigzag & 1));
    long more = varint();
    long end = start + more + 1;
    if (start < 0 || more < 0 || end <= start || at + 8 > payloadEnd) {
      return null;
    }
    long sum = (fixed32(at) & 0xFFFF_FFFFL) | ((long) fixed32(at + 4) << 32);
    at += 8;
    return new PositionRange(start, end, sum, known);
  }

  private int octet() {
    return buffer[at++];
  }

  /** Reads a number, at most a few bytes beyond the payload, which is rejected later. */
  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64 && at < payloadEnd; shift += 7) {
      byte next = buffer[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    at = payloadEnd + 1;
    return -1;
  }

  private int fixed32(int offset) {
    return (buffer[offset] & 0xFF)
        | ((buffer[offset + 1] & 0xFF) << 8)
        | ((buffer[offset + 2] & 0xFF) << 16)
        | ((buffer[offset + 3] & 0xFF) << 24);
  }
}
