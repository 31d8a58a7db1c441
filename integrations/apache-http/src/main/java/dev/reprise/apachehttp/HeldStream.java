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
  private final @Nullable InputStream rest;
  private final @Nullable IOException failure;
  private final ExchangeTimeout alarm;

  HeldStream(
      InputStream read,
      @Nullable InputStream rest,
      @Nullable IOException failure,
      ExchangeTimeout alarm) {
    this.read = read;
    this.rest = rest;
    this.failure = failure;
    this.alarm = alarm;
  }

  boolean isWhole() {
    return rest == null;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int length = read(one, 0, 1);
    return length < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int known = read.read(into, offset, length);
    if (known >= 0) {
      return known;
    }
    if (failure != null) {
      throw failure;
    }
    return rest == null ? -1 : readOn(rest, into, offset, length);
  }

  private int readOn(InputStream from, byte[] into, int offset, int length) throws IOException {
    try {
      int more = from.read(into, offset, length);
      if (more < 0) {
        alarm.end();
      }
      return more;
    } catch (IOException broken) {
      throw alarm.end() ? timedOut(broken) : broken;
    }
  }

  static SocketTimeoutException timedOut(@Nullable IOException cause) {
    SocketTimeoutException timeout = new SocketTimeoutException("the exchange took too long");
    if (cause != null) {
      timeout.initCause(cause);
    }
    return timeout;
  }

  @Override
  public int available() throws IOException {
    int known = read.available();
    return known > 0 || rest == null ? known : rest.available();
  }

  @Override
  public void close() throws IOException {
    try {
      if (rest != null) {
        rest.close();
      }
    } finally {
      alarm.end();
    }
  }
}
