package dev.reprise.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** The body of an answer as a servlet writes it; what comes after the end is dropped. */
final class CapturedOutput extends ServletOutputStream {

  private final CapturedBody body;
  private final Runnable onFlush;

  CapturedOutput(CapturedBody body, Runnable onFlush) {
    super();
    this.body = body;
    this.onFlush = onFlush;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!body.isClosed()) {
      body.write(bytes, from, length);
    }
  }

  @Override
  public void flush() throws IOException {
    onFlush.run();
    body.flush();
  }

  @Override
  public void close() throws IOException {
    body.close();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    throw new IllegalStateException("only asynchronous requests have a write listener");
  }
}
