package dev.reprise.spring.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A body of which a part or all was already read. Returns the bytes already read, then the
 * remaining ones or the failure that ended the reading.
 */
final class HeldBody extends InputStream {

  private static final int BLOCK = 8192;

  private final InputStream read;
  private final @Nullable InputStream remaining;
  private final @Nullable IOException failure;

  private HeldBody(
      InputStream read, @Nullable InputStream remaining, @Nullable IOException failure) {
    this.read = read;
    this.remaining = remaining;
    this.failure = failure;
  }

  /** Reads the beginning of a body: at most {@code maxBytes}, as long as there is time. */
  static HeldBody read(InputStream body, int maxBytes, BooleanSupplier hasTime) {
    ByteArrayOutputStream held = new ByteArrayOutputStream();
    boolean mayHaveMore = false;
    IOException failure = null;
    try {
      mayHaveMore = readInto(body, held, maxBytes, hasTime);
    } catch (IOException broken) {
      failure = broken;
    }
    return new HeldBody(
        new ByteArrayInputStream(held.toByteArray()), mayHaveMore ? body : null, failure);
  }

  private static boolean readInto(
      InputStream from, ByteArrayOutputStream to, int maxBytes, BooleanSupplier hasTime)
      throws IOException {
    byte[] block = new byte[BLOCK];
    while (to.size() < maxBytes && hasTime.getAsBoolean()) {
      int length = from.read(block, 0, Math.min(block.length, maxBytes - to.size()));
      if (length < 0) {
        return false;
      }
      to.write(block, 0, length);
    }
    return true;
  }

  /** Returns true if no more bytes come from the connection. */
  boolean isComplete() {
    return remaining == null;
  }

  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int length = read(one, 0, 1);
    return length < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = read.read(into, offset, length);
    if (count >= 0) {
      return count;
    }
    if (failure != null) {
      throw failure;
    }
    return remaining == null ? -1 : remaining.read(into, offset, length);
  }

  @Override
  public int available() throws IOException {
    int available = read.available();
    return available > 0 || remaining == null ? available : remaining.available();
  }

  @Override
  public void close() throws IOException {
    if (remaining != null) {
      remaining.close();
    }
  }
}
