package dev.reprise.http.client;

import dev.reprise.http.BodyChangedException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Compares the bytes of a request body each time it is sent, by length and CRC-32C. For client
 * integrations. A body is sent again if its owner declares it repeatable, or if the client sends it
 * again by itself. A body that is read from a stream may then be empty.
 *
 * <pre>{@code
 * BodyCheck check = new BodyCheck();
 * BodyCheck.Sending sending = check.begin(body.length);
 * sending.pass(body, 0, body.length);
 * out.write(body);
 * sending.end();
 * }</pre>
 *
 * <p>Each time the body is sent, its bytes pass through a {@link Sending} before they leave. The
 * first sending is only recorded. A later one must start with the bytes of every earlier one, and
 * must be equal to an earlier one that reached its end. Otherwise it fails before its last byte, or
 * its end, is sent. Bytes that no earlier sending reached cannot be compared.
 *
 * <p>All sendings must announce the same length. Ask the body for its length at the first sending
 * and keep it: otherwise a shorter body would be complete under its new length before its end is
 * checked.
 *
 * <p>Safe for use by any thread; sendings may overlap. The bytes are not stored. No method accepts
 * null.
 */
public final class BodyCheck {

  private static final long UNKNOWN = -1;
  private static final Sent NOTHING = new Sent(0, 0, false);

  /** The bytes of the longest sending so far. */
  private record Sent(long length, long checksum, boolean complete) {

    Sent orLonger(Sent other) {
      return complete || (!other.complete && other.length <= length) ? this : other;
    }
  }

  private final AtomicReference<Sent> longest = new AtomicReference<>(NOTHING);
  private final AtomicReference<@Nullable Long> firstAnnounced = new AtomicReference<>();

  /** Creates the check of a body that has not been sent yet. */
  public BodyCheck() {}

  /**
   * Starts a sending.
   *
   * @param announced the announced length in bytes; negative if none is announced
   * @return the sending, which checks the bytes
   * @throws BodyChangedException if the first sending announced another length
   */
  public Sending begin(long announced) throws BodyChangedException {
    long length = Math.max(announced, UNKNOWN);
    boolean again = !firstAnnounced.compareAndSet(null, length);
    long first = Objects.requireNonNull(firstAnnounced.get());
    if (first != length) {
      throw new BodyChangedException(
          "it announces "
              + announcement(length)
              + ", and announced "
              + announcement(first)
              + " before");
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
   * Returns true if a sending has reached its end. The next one is then compared up to its last
   * byte.
   *
   * @return true once {@link Sending#end} has succeeded
   */
  public boolean isComplete() {
    return longest().complete();
  }

  private Sent longest() {
    return Objects.requireNonNull(longest.get());
  }

  /** One sending of the body. Used by one thread at a time. */
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
     * Checks the next bytes. They may be sent if this returns.
     *
     * @param bytes checked from its position to its limit; both stay unchanged
     * @throws BodyChangedException if an earlier sending had other bytes here, or ended before
     *     them, or if the body is sent again and has more bytes than announced
     */
    public void pass(ByteBuffer bytes) throws BodyChangedException {
      ByteBuffer next = bytes.duplicate();
      long end = length + next.remaining();
      if (failed || (before.complete() && end > before.length())) {
        throw changed("it has more than the " + bytes(before.length()) + ofEarlier());
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
      record(false);
    }

    /**
     * Checks the next bytes. They may be sent if this returns.
     *
     * @param bytes the array
     * @param offset index of the first byte
     * @param count number of bytes
     * @throws BodyChangedException in the same cases as {@link #pass(ByteBuffer)}
     */
    public void pass(byte[] bytes, int offset, int count) throws BodyChangedException {
      pass(ByteBuffer.wrap(bytes, offset, count));
    }

    /**
     * Checks the end of the body. The end may be sent if this returns. May be called several times.
     *
     * @throws BodyChangedException if the body is shorter than in an earlier sending, or if it is
     *     sent again and does not have the announced length
     */
    public void end() throws BodyChangedException {
      if (failed || length < before.length()) {
        throw changed("it ended after " + bytes(length) + " of " + before.length() + ofEarlier());
      }
      if (again && announced != UNKNOWN && length != announced) {
        throw changed("it ended after " + bytes(length) + ", but " + announced + " were announced");
      }
      record(true);
    }

    /** Marks the sending as failed: it must not reach its end, even if the client continues. */
    private BodyChangedException changed(String difference) {
      failed = true;
      return new BodyChangedException(difference);
    }

    private void record(boolean complete) {
      Sent sent = new Sent(length, checksum.getValue(), complete);
      longest.accumulateAndGet(sent, Sent::orLonger);
    }

    private static String ofEarlier() {
      return " of the earlier attempt";
    }
  }
}
