package dev.reprise.dynamodb.items;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Discards everything that is written after {@link #cut}. Used by one thread at a time. */
final class DiscardableOutputStream extends FilterOutputStream {

  private boolean cut;

  DiscardableOutputStream(OutputStream out) {
    super(out);
  }

  void cut() {
    cut = true;
  }

  @Override
  public void write(int one) throws IOException {
    if (!cut) {
      out.write(one);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!cut) {
      out.write(bytes, from, length);
    }
  }

  @Override
  public void flush() throws IOException {
    if (!cut) {
      out.flush();
    }
  }
}
