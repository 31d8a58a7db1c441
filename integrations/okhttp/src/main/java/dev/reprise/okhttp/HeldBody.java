package dev.reprise.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A body of which a part or all was already read. Returns the bytes already read, then the
 * remaining ones or the failure that ended the reading.
 */
final class HeldBody extends ResponseBody {

  private static final long SEGMENT = 8192;

  private final ResponseBody given;
  private final Buffer read;
  private final boolean complete;
  private final @Nullable IOException failure;
  private final BufferedSource source = Okio.buffer(new HeldSource());

  private HeldBody(
      ResponseBody given, Buffer read, boolean complete, @Nullable IOException failure) {
    this.given = given;
    this.read = read;
    this.complete = complete;
    this.failure = failure;
  }

  /**
   * Reads the beginning of a body. A body that ends or fails within the limits is closed, which
   * frees its connection.
   *
   * @param maxBytes number of bytes to read, at least 1
   * @param maxNanos time to read; a read that blocks until twice this time is aborted
   */
  static HeldBody read(Response response, long maxBytes, long maxNanos) {
    ResponseBody body = response.body();
    long start = System.nanoTime();
    Timeout timeout = body.source().timeout();
    boolean limited = timeout.hasDeadline();
    long deadline = limited ? timeout.deadlineNanoTime() : 0;
    if (maxNanos < Long.MAX_VALUE / 2) {
      long abort = start + 2 * maxNanos;
      timeout.deadlineNanoTime(limited && deadline - abort < 0 ? deadline : abort);
    }
    try {
      return read(body, maxBytes, start, maxNanos);
    } finally {
      if (limited) {
        timeout.deadlineNanoTime(deadline);
      } else {
        timeout.clearDeadline();
      }
    }
  }

  private static HeldBody read(ResponseBody body, long maxBytes, long start, long maxNanos) {
    Buffer read = new Buffer();
    try {
      BufferedSource from = body.source();
      while (read.size() <= maxBytes && System.nanoTime() - start <= maxNanos) {
        if (from.read(read, SEGMENT) == -1) {
          body.close();
          return new HeldBody(body, read, true, null);
        }
      }
      return new HeldBody(body, read, false, null);
    } catch (IOException failure) {
      body.close();
      return new HeldBody(body, read, true, failure);
    }
  }

  Response in(Response response) {
    return response.newBuilder().body(this).build();
  }

  /** Returns true if no more bytes come from the connection. */
  boolean isComplete() {
    return complete;
  }

  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public @Nullable MediaType contentType() {
    return given.contentType();
  }

  @Override
  public long contentLength() {
    return given.contentLength();
  }

  @Override
  public BufferedSource source() {
    return source;
  }

  /** The bytes already read, then the remaining ones. */
  private final class HeldSource implements Source {

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      if (!read.exhausted()) {
        return read.read(sink, byteCount);
      }
      if (failure != null) {
        throw failure;
      }
      return complete ? -1 : given.source().read(sink, byteCount);
    }

    @Override
    public Timeout timeout() {
      return given.source().timeout();
    }

    @Override
    public void close() {
      given.close();
    }
  }
}
