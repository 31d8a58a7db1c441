package dev.reprise.apachehttp;

import dev.reprise.http.client.ExchangeTimeout;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Returns the bytes already read of a stream, then its remaining bytes, or the failure that ended
 * the reading.
 */
final class HeldStream extends InputStream {

  private final InputStream read;
  private final @Nullable InputStream remaining;
  private final @Nullable IOException failure;
  private final ExchangeTimeout timeout;

  HeldStream(
      InputStream read,
      @Nullable InputStream remaining,
      @Nullable IOException failure,
      ExchangeTimeout timeout) {
    this.read = read;
    this.remaining = remaining;
    this.failure = failure;
    this.timeout = timeout;
  }

  boolean isComplete() {
    return remaining == null;
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
    return remaining == null ? -1 : readRemaining(remaining, into, offset, length);
  }

  private int readRemaining(InputStream from, byte[] into, int offset, int length)
      throws IOException {
    try {
      int more = from.read(into, offset, length);
      if (more < 0) {
        timeout.end();
      }
      return more;
    } catch (IOException broken) {
      throw timeout.end() ? timedOut(broken) : broken;
    }
  }

  static SocketTimeoutException timedOut(@Nullable IOException cause) {
    SocketTimeoutException failure = new SocketTimeoutException("the exchange took too long");
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }

  @Override
  public int available() throws IOException {
    int available = read.available();
    return available > 0 || remaining == null ? available : remaining.available();
  }

  @Override
  public void close() throws IOException {
    try {
      if (remaining != null) {
        remaining.close();
      }
    } finally {
      timeout.end();
    }
  }
}
