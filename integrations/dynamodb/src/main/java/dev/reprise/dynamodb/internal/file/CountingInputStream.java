package dev.reprise.dynamodb.internal.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read. Any thread may read the count. */
final class CountingInputStream extends FilterInputStream {

  private volatile long bytes;

  CountingInputStream(InputStream in) {
    super(in);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int read = super.read(to, offset, length);
    count(Math.max(0, read));
    return read;
  }

  /**
   * Not asked of the input: on JDK 17, {@code Files.newInputStream} fails at it for a pipe, such as
   * {@code /dev/stdin}.
   */
  @Override
  public int available() {
    return 0;
  }

  /** Read by one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void count(int more) {
    bytes += more;
  }
}
