package dev.reprise.http.client;

import dev.reprise.http.BodyChangedException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Compares the bytes of a request body each time it is sent, by length and CRC-32C. For those who
 * write an integration: bodies are sent again because their owner says that they can be, or because
 * the client does so by itself, and a body that is read from a stream may then be empty.
 *
 * <p>Every sending passes its bytes through a {@link Sending} before they leave. The first one is
 * only recorded. A later one must begin with the bytes that any earlier one got to, and must be
 * equal to an earlier one that reached its end: otherwise it fails before its last byte, or its
 * end, has been sent. Bytes behind those that an earlier sending got to cannot be compared.
 *
 * <p>All sendings announce the same length: ask the body for it at the first one and keep the
 * answer. A body that is shorter now would be whole under its own length before its end is checked.
 *
 * <p>Safe for use by any thread; sendings may overlap. Nothing of a body is kept.
 */
public final class BodyCheck {

  private static final long UNKNOWN = -1;
  private static final Sent NOTHING = new Sent(0, 0, false);

  /** The bytes of the longest sending so far. */
  private record Sent(long length, long checksum, boolean whole) {

    Sent orLonger(Sent other) {
      return whole || (!other.whole && other.length <= length) ? this : other;
    }
  }

  private final AtomicReference<Sent> longest = new AtomicReference<>(NOTHING);
  private final AtomicReference<@Nullable Long> firstAnnounced = new AtomicReference<>();

  /** A check of a body that has not been sent yet. */
  public BodyCheck() {}

  /**
   * Begins a sending.
   *
   * @param announced the announced length in bytes; negative if none is announced
   * @return takes the bytes
   * @throws BodyChangedException if the first sending announced another length
   */
  public Sending begin(long announced) throws BodyChangedException {
    long length = Math.max(announced, UNKNOWN);
    boolean again = !firstAnnounced.compareAndSet(null, length);
    long first = Objects.requireNonNull(firstAnnounced.get());
    if (first != length) {
      throw new BodyChangedException(
          "it announces " + announcement(length) + ", and " + announcement(first) + " before");
    }
    return new Sending(longest(), length, again);
  }

  private static String announcement(long length) {
    return length == UNKNOWN ? "no length" : bytes(length);
  }

  private static String bytes(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }

  /**
   * Returns true if a sending has reached its end; the next one is then compared up to its last
   * byte.
   *
   * @return true once {@link Sending#end} has succeeded
   */
  public boolean isWhole() {
    return longest().whole();
  }

  private Sent longest() {
    return Objects.requireNonNull(longest.get());
  }

  /** One sending. Used by one thread at a time. */
  public final class Sending {

    private final Sent before;
    private final long announced;
    private final boolean again;
    private final CRC32C checksum = new CRC32C();
    private long length;
    private boolean failed;

    private Sending(Sent before, long announced, boolean again) {
      this.before = before;
      this.announced = announced;
      this.again = again;
    }

    /**
     * Takes the next bytes, which may leave if this returns.
     *
     * @param bytes from its position to its limit, both left as they are
     * @throws BodyChangedException if an earlier sending had others here, or ended before them, or
     *     if it is sent again and these are more than announced
     */
    public void pass(ByteBuffer bytes) throws BodyChangedException {
      ByteBuffer next = bytes.duplicate();
      long end = length + next.remaining();
      if (failed || (before.whole() && end > before.length())) {
        throw changed("it has more than the " + bytes(before.length()) + before());
      }
      if (again && announced != UNKNOWN && end > announced) {
        throw changed("it has more than the " + bytes(announced) + " announced");
      }
      if (length < before.length() && end >= before.length()) {
        int limit = next.limit();
        next.limit(next.position() + (int) (before.length() - length));
        checksum.update(next);
        if (checksum.getValue() != before.checksum()) {
          throw changed("its first " + bytes(before.length()) + " differ");
        }
        next.limit(limit);
      }
      checksum.update(next);
      length = end;
      note(false);
    }

    /**
     * Takes the next bytes, which may leave if this returns.
     *
     * @param bytes the array
     * @param offset of the first byte
     * @param count how many
     * @throws BodyChangedException as {@link #pass(ByteBuffer)}
     */
    public void pass(byte[] bytes, int offset, int count) throws BodyChangedException {
      pass(ByteBuffer.wrap(bytes, offset, count));
    }

    /**
     * Called at the end of the body, which may be sent if this returns. May be called again.
     *
     * @throws BodyChangedException if it is shorter than an earlier sending, or if it is sent again
     *     and is not as long as announced
     */
    public void end() throws BodyChangedException {
      if (failed || length < before.length()) {
        throw changed("it ended after " + bytes(length) + " of " + before.length() + before());
      }
      if (again && announced != UNKNOWN && length != announced) {
        throw changed("it ended after " + bytes(length) + ", but " + announced + " were announced");
      }
      note(true);
    }

    /** After one failure the sending must not reach its end, even if the client continues. */
    private BodyChangedException changed(String difference) {
      failed = true;
      return new BodyChangedException(difference);
    }

    private void note(boolean whole) {
      Sent sent = new Sent(length, checksum.getValue(), whole);
      longest.accumulateAndGet(sent, Sent::orLonger);
    }

    private static String before() {
      return " of the attempt before";
    }
  }
}
