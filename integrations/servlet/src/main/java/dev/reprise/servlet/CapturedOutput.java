package dev.reprise.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** The body of an answer as a servlet writes it; what comes after the end is dropped. */
final class CapturedOutput extends ServletOutputStream {

  private final CapturedBody body;

  CapturedOutput(CapturedBody body) {
    super();
    this.body = body;
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
