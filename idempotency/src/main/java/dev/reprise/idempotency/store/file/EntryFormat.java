package dev.reprise.idempotency.store.file;

import dev.reprise.idempotency.internal.Digests;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The file format of an entry: the head, the SHA-256 of the head, the outcome. The head consists of
 * a version, its own length, the key, the fields of the entry, and length and SHA-256 of the
 * outcome. A file that is truncated, changed, or written for a different key is not an entry.
 */
final class EntryFormat {

  /** Maximum length of a head. */
  static final int MAX_HEAD_LENGTH = 512;

  private static final int VERSION = 0x52495002;
  private static final int START = Integer.BYTES + Short.BYTES;
  private static final StoredOutcome EMPTY = StoredOutcome.of(new byte[0]);

  private EntryFormat() {}

  static byte[] write(String key, StoredEntry entry) {
    StoredOutcome outcome = entry.outcome() == null ? EMPTY : entry.outcome();
    byte[] content = outcome.bytes();
    byte[] parts = parts(key, entry, content);
    byte[] head =
        ByteBuffer.allocate(START + parts.length)
            .putInt(VERSION)
            .putShort((short) (START + parts.length))
            .put(parts)
            .array();
    return ByteBuffer.allocate(head.length + Digests.BYTES + content.length)
        .put(head)
        .put(Digests.sha256(head, head.length))
        .put(content)
        .array();
  }

  private static byte[] parts(String key, StoredEntry entry, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(key);
      out.writeUTF(entry.status().name());
      out.writeLong(entry.token());
      out.writeUTF(entry.fingerprint());
      writeInstant(out, entry.since());
      writeInstant(out, entry.until());
      out.writeLong(entry.keepFor().toNanos());
      out.writeUTF(entry.owner());
      out.writeInt(content.length);
      out.write(Digests.sha256(content, content.length));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Returns the length in bytes of an entry with this head; -1 if it is not a head. */
  static long lengthByHead(byte[] bytes) {
    int content = endOfHead(bytes);
    if (content < 0) {
      return -1;
    }
    int atLength = content - 2 * Digests.BYTES - Integer.BYTES;
    return content + (long) ByteBuffer.wrap(bytes).getInt(atLength);
  }

  /** Returns the index of the outcome; -1 if these bytes do not begin with a head. */
  private static int endOfHead(byte[] bytes) {
    if (bytes.length < START || ByteBuffer.wrap(bytes).getInt() != VERSION) {
      return -1;
    }
    int head = ByteBuffer.wrap(bytes).getShort(Integer.BYTES);
    int content = head + Digests.BYTES;
    boolean valid =
        head >= START && content <= bytes.length && isDigest(bytes, head, content, head);
    return valid ? content : -1;
  }

  /** Returns the entry; null if these are not the bytes of an entry of this key. */
  static @Nullable StoredEntry read(String key, byte[] bytes) {
    return read(key, bytes, true);
  }

  /** Returns the entry with an empty outcome; null if it is not the head of an entry. */
  static @Nullable StoredEntry readHead(String key, byte[] bytes) {
    return read(key, bytes, false);
  }

  private static @Nullable StoredEntry read(String key, byte[] bytes, boolean withOutcome) {
    int content = endOfHead(bytes);
    if (content < 0) {
      return null;
    }
    int parts = content - Digests.BYTES - START;
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, START, parts))) {
      byte[] outcome = withOutcome ? Arrays.copyOfRange(bytes, content, bytes.length) : null;
      return in.readUTF().equals(key) ? readParts(in, outcome) : null;
    } catch (IOException | RuntimeException invalid) {
      return null;
    }
  }

  private static boolean isDigest(byte[] bytes, int from, int to, int length) {
    return Arrays.equals(Digests.sha256(bytes, length), Arrays.copyOfRange(bytes, from, to));
  }

  private static @Nullable StoredEntry readParts(DataInputStream in, byte @Nullable [] content)
      throws IOException {
    Status status = Status.valueOf(in.readUTF());
    long token = in.readLong();
    String fingerprint = in.readUTF();
    Instant since = readInstant(in);
    Instant until = readInstant(in);
    Duration keepFor = Duration.ofNanos(in.readLong());
    String owner = in.readUTF();
    if (content != null
        && (in.readInt() != content.length
            || !Arrays.equals(
                Digests.sha256(content, content.length), in.readNBytes(Digests.BYTES)))) {
      return null;
    }
    StoredOutcome outcome = content == null ? EMPTY : StoredOutcome.of(content);
    return new StoredEntry(
        status,
        token,
        fingerprint,
        since,
        until,
        keepFor,
        status == Status.COMPLETED ? outcome : null,
        owner);
  }

  private static void writeInstant(DataOutputStream out, Instant instant) throws IOException {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  private static Instant readInstant(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }
}
