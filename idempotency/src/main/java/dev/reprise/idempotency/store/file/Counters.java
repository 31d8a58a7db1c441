package dev.reprise.idempotency.store.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The last token and the number of entries, stored in the lock file. They are written alternately
 * to two slots, each with a checksum, so that an incomplete write damages only the older slot.
 */
final class Counters {

  private static final int SLOT_BYTES = 4 * Long.BYTES;

  private final RandomAccessFile file;
  private long version;
  private long lastToken;
  private long entries;

  private Counters(RandomAccessFile file) {
    this.file = file;
  }

  /** Reads the newer slot. In a file without a second slot, no write has been completed. */
  static Counters read(RandomAccessFile file) throws IOException {
    Counters counters = new Counters(file);
    long[] first = slot(file, 0);
    long[] second = slot(file, 1);
    long[] newer = first == null || (second != null && second[0] > first[0]) ? second : first;
    if (newer != null) {
      counters.version = newer[0];
      counters.lastToken = newer[1];
      counters.entries = newer[2];
    } else if (file.length() > SLOT_BYTES) {
      throw new IOException(
          "both counters are damaged, so the next token is unknown; restore the file or, while no"
              + " operation is running, delete the folder");
    }
    return counters;
  }

  long entries() {
    return entries;
  }

  /** Returns a token above all earlier tokens of this folder, and above a known one. */
  long nextToken(long known) {
    lastToken = Math.max(lastToken, known) + 1;
    return lastToken;
  }

  void setEntries(long entries) {
    this.entries = Math.max(0, entries);
  }

  void write(boolean durable) throws IOException {
    version++;
    ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES);
    slot.putLong(version).putLong(lastToken).putLong(entries);
    slot.putLong(checksum(slot.array()));
    file.seek((version - 1) % 2 * SLOT_BYTES);
    file.write(slot.array());
    if (durable) {
      file.getFD().sync();
    }
  }

  private static long @Nullable [] slot(RandomAccessFile file, int number) throws IOException {
    if (file.length() < (number + 1L) * SLOT_BYTES) {
      return null;
    }
    byte[] bytes = new byte[SLOT_BYTES];
    file.seek((long) number * SLOT_BYTES);
    file.readFully(bytes);
    ByteBuffer slot = ByteBuffer.wrap(bytes);
    long[] numbers = {slot.getLong(), slot.getLong(), slot.getLong()};
    return slot.getLong() == checksum(bytes) ? numbers : null;
  }

  private static long checksum(byte[] slot) {
    CRC32C crc = new CRC32C();
    crc.update(slot, 0, SLOT_BYTES - Long.BYTES);
    return crc.getValue() | Long.MIN_VALUE;
  }
}
