package dev.reprise.idempotency.store.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The last token and the number of entries, kept in the lock file. There are two slots, written in
 * turn, each with a sum over it: a write that is cut short spoils the older slot alone.
 */
final class Counters {

  private static final int SLOT_BYTES = 4 * Long.BYTES;

  private final RandomAccessFile file;
  private long turn;
  private long lastToken;
  private long entries;

  private Counters(RandomAccessFile file) {
    this.file = file;
  }

  /** Reads the newer slot. A file without a second slot was never written completely. */
  static Counters read(RandomAccessFile file) throws IOException {
    Counters counters = new Counters(file);
    long[] first = slot(file, 0);
    long[] second = slot(file, 1);
    long[] newer = first == null || (second != null && second[0] > first[0]) ? second : first;
    if (newer != null) {
      counters.turn = newer[0];
      counters.lastToken = newer[1];
      counters.entries = newer[2];
    } else if (file.length() > SLOT_BYTES) {
      throw new IOException(
          "both counters are damaged, so the next token is unknown; restore the file or, when no"
              + " holder is at work, remove the folder");
    }
    return counters;
  }

  long entries() {
    return entries;
  }

  /** A token above all that were granted from this folder, and above one that is known. */
  long nextToken(long known) {
    lastToken = Math.max(lastToken, known) + 1;
    return lastToken;
  }

  void setEntries(long entries) {
    this.entries = Math.max(0, entries);
  }

  void write(boolean durable) throws IOException {
    turn++;
    ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES);
    slot.putLong(turn).putLong(lastToken).putLong(entries);
    slot.putLong(sum(slot.array()));
    file.seek((turn - 1) % 2 * SLOT_BYTES);
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
    return slot.getLong() == sum(bytes) ? numbers : null;
  }

  private static long sum(byte[] slot) {
    CRC32C sum = new CRC32C();
    sum.update(slot, 0, SLOT_BYTES - Long.BYTES);
    return sum.getValue() | Long.MIN_VALUE;
  }
}
