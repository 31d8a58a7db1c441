package dev.reprise.dynamodb.ndjson;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Drops what is written from some moment on. Used by one thread at a time. */
final class CutStream extends FilterOutputStream {

  private boolean cut;

  CutStream(OutputStream out) {
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
