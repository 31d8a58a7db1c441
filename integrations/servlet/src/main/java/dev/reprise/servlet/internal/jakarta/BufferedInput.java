package dev.reprise.servlet.internal.jakarta;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;

/** The stream of a body in memory. */
public final class BufferedInput extends ServletInputStream {

  private final ByteArrayInputStream in;

  public BufferedInput(byte[] body) {
    super();
    in = new ByteArrayInputStream(body);
  }

  @Override
  public int read() {
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int from, int length) {
    return in.read(bytes, from, length);
  }

  @Override
  public int available() {
    return in.available();
  }

  @Override
  public boolean isFinished() {
    return in.available() == 0;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setReadListener(ReadListener listener) {
    throw new IllegalStateException("only asynchronous requests have a read listener");
  }
}
