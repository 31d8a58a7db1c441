package dev.reprise.idempotency.store.file;

import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The entries of a folder, one file for each. Only the holder of the lock of the folder writes. */
final class EntryFiles {

  /** The lease that a damaged file counts as, if no call claims its key. */
  static final Duration DAMAGED_LEASE = Duration.ofDays(1);

  /** The maximum array size that every JVM supports. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  private final Path folder;
  private final PrivateFiles disk;

  EntryFiles(Path folder, PrivateFiles disk) {
    this.folder = folder;
    this.disk = disk;
  }

  /** The content of a file: an entry, a damaged one, or none. */
  record FileContent(@Nullable StoredEntry entry, boolean damaged) {

    boolean isAbsent() {
      return entry == null && !damaged;
    }
  }

  static void checkKey(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "key must be 64 lower-case hexadecimal digits, but was " + key.length() + " characters");
    }
  }

  FileContent read(String key) throws IOException {
    byte[] bytes = bytes(file(key));
    StoredEntry entry = bytes == null ? null : EntryFormat.read(key, bytes);
    return new FileContent(entry, bytes != null && entry == null);
  }

  /**
   * Reads at most one byte more than the length in the head. A file that is longer than its head
   * states then has a wrong checksum, so it counts as damaged.
   */
  private byte @Nullable [] bytes(Path file) throws IOException {
    byte[] start = disk.readOwn(file, EntryFormat.MAX_HEAD_LENGTH);
    if (start == null || start.length < EntryFormat.MAX_HEAD_LENGTH) {
      return start;
    }
    long length = EntryFormat.lengthByHead(start);
    return length < start.length
        ? start
        : disk.readOwn(file, (int) Math.min(length + 1, MAX_ARRAY));
  }

  void write(String key, StoredEntry entry, boolean durable) throws IOException {
    disk.replace(file(key), EntryFormat.write(key, entry), durable);
  }

  void remove(List<String> keys) throws IOException {
    for (String key : keys) {
      Files.deleteIfExists(file(key));
    }
  }

  /** Reads all entries by key, without the content of their outcomes. */
  Map<String, StoredEntry> readHeads() throws IOException {
    Map<String, StoredEntry> entries = new HashMap<>();
    for (String name : PrivateFiles.names(folder)) {
      byte[] bytes =
          KEY.matcher(name).matches()
              ? disk.readOwn(file(name), EntryFormat.MAX_HEAD_LENGTH)
              : null;
      if (bytes != null) {
        StoredEntry head = EntryFormat.readHead(name, bytes);
        entries.put(name, head == null ? damaged(file(name)) : head);
      }
    }
    return entries;
  }

  private static StoredEntry damaged(Path file) throws IOException {
    Instant since = Files.getLastModifiedTime(file).toInstant();
    return new StoredEntry(
        Status.LEASED, 0, "", since, since.plus(DAMAGED_LEASE), DAMAGED_LEASE, null);
  }

  private Path file(String key) {
    return folder.resolve(key);
  }
}
