package dev.reprise.apachehttp;

import dev.reprise.http.client.BodyCheck;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * The body of one request. When it is read again, it must have the same bytes. {@code isRepeatable}
 * is only a claim of the entity: {@code EntityTemplate} returns true for any code.
 */
final class CheckedEntity extends HttpEntityWrapper {

  private static final int BLOCK = 8192;

  private final BodyCheck check = new BodyCheck();
  private final Runnable abort;
  private volatile boolean started;
  private volatile long length;

  /**
   * Wraps an entity.
   *
   * @param abort closes the connection when the body fails: HttpClient would end such a body as if
   *     it were complete
   */
  CheckedEntity(HttpEntity given, Runnable abort) {
    super(given);
    this.abort = abort;
  }

  boolean isStarted() {
    return started;
  }

  /** Constant once an attempt has started to send the body, even if a file has changed since. */
  @Override
  public long getContentLength() {
    if (!started) {
      length = super.getContentLength();
    }
    return length;
  }

  @Override
  public InputStream getContent() throws IOException {
    InputStream content = super.getContent();
    return content == null ? InputStream.nullInputStream() : new CheckedInput(content, begin());
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    BodyCheck.Sending sending = begin();
    OutputStream checked = new BufferedOutputStream(new CheckedOutput(out, sending), BLOCK);
    boolean complete = false;
    try {
      super.writeTo(checked);
      checked.flush();
      sending.end();
      complete = true;
    } finally {
      if (!complete) {
        abort.run();
      }
    }
  }

  private BodyCheck.Sending begin() throws IOException {
    long announced = getContentLength();
    started = true;
    return check.begin(announced);
  }

  /** Passes on bytes that are equal to the earlier ones. Some entities close their stream. */
  private static final class CheckedOutput extends FilterOutputStream {

    private final BodyCheck.Sending sending;

    CheckedOutput(OutputStream to, BodyCheck.Sending sending) {
      super(to);
      this.sending = sending;
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      sending.pass(bytes, offset, count);
      out.write(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      sending.end();
      out.close();
    }
  }

  /** The stream for callers that read the entity instead of calling {@code writeTo}. */
  private static final class CheckedInput extends FilterInputStream {

    private final BodyCheck.Sending sending;

    CheckedInput(InputStream from, BodyCheck.Sending sending) {
      super(from);
      this.sending = sending;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int length = in.read(bytes, offset, count);
      if (length < 0) {
        sending.end();
      } else {
        sending.pass(bytes, offset, length);
      }
      return length;
    }

    @Override
    public long skip(long count) throws IOException {
      return read(new byte[(int) Math.min(BLOCK, Math.max(0, count))]);
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
