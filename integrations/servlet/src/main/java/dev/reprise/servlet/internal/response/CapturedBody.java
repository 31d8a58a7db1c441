package dev.reprise.servlet.internal.response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The body of a response, held in memory. A body longer than a bound is sent at once. */
public final class CapturedBody extends OutputStream {

  /** Opens the stream to the client, once the body is too long to be held. */
  @FunctionalInterface
  public interface Client {

    OutputStream open() throws IOException;
  }

  private final int maxBytes;
  private final Client client;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private @Nullable OutputStream out;
  private long written;
  private boolean closed;

  public CapturedBody(int maxBytes, Client client) {
    this.maxBytes = maxBytes;
    this.client = client;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (closed) {
      throw new IOException("the response is finished");
    }
    if (out == null && length > maxBytes - held.size()) {
      out = client.open();
      held.writeTo(out);
      held.reset();
    }
    (out == null ? held : out).write(bytes, from, length);
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

  /** Discards the bytes that are held. Has no effect if the body is being sent. */
  public void clear() {
    if (out == null) {
      held.reset();
      written = 0;
    }
  }

  public boolean isClosed() {
    return closed;
  }

  /** Returns true if the body is being sent to the client already. */
  public boolean isStreaming() {
    return out != null;
  }

  /** Number of bytes that the handler wrote. */
  public long written() {
    return written;
  }

  /** The bytes that are held; empty if the body is being sent. */
  public byte[] bytes() {
    return held.toByteArray();
  }
}
