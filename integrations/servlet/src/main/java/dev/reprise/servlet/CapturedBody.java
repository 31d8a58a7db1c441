package dev.reprise.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The body of a response: kept up to a bound; a longer one goes on its way. */
final class CapturedBody extends OutputStream {

  /** Opens the way to the client, once the body is too long to be kept. */
  @FunctionalInterface
  interface Way {

    OutputStream open() throws IOException;
  }

  private final int maxBytes;
  private final Way way;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private @Nullable OutputStream out;
  private long written;
  private boolean closed;

  CapturedBody(int maxBytes, Way way) {
    this.maxBytes = maxBytes;
    this.way = way;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (closed) {
      throw new IOException("the answer is finished");
    }
    if (out == null && length > maxBytes - kept.size()) {
      out = way.open();
      kept.writeTo(out);
      kept.reset();
    }
    (out == null ? kept : out).write(bytes, from, length);
    written += length;
  }

  @Override
  public void flush() throws IOException {
    if (out != null) {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    if (out != null) {
      out.close();
    }
  }

  /** Forgets what is kept; what is on its way cannot be. */
  void clear() {
    if (out == null) {
      kept.reset();
      written = 0;
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether the client gets it already. */
  boolean isOnItsWay() {
    return out != null;
  }

  /** How many bytes the handler wrote. */
  long written() {
    return written;
  }

  byte[] bytes() {
    return kept.toByteArray();
  }
}
