package dev.reprise.dynamodb.items;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Discards all data that is written after {@link #discard}. Used by one thread at a time. */
final class DiscardableOutputStream extends FilterOutputStream {

  private boolean discarding;

  DiscardableOutputStream(OutputStream out) {
    super(out);
  }

  void discard() {
    discarding = true;
  }

  @Override
  public void write(int one) throws IOException {
    if (!discarding) {
      out.write(one);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!discarding) {
      out.write(bytes, from, length);
    }
  }

  @Override
  public void flush() throws IOException {
    if (!discarding) {
      out.flush();
    }
  }
}
