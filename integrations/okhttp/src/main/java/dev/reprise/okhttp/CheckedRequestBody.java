package dev.reprise.okhttp;

import dev.reprise.http.client.BodyCheck;
import java.io.IOException;
import java.io.OutputStream;
import okhttp3.FormBody;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.ForwardingSink;
import okio.Okio;
import okio.Sink;
import org.jspecify.annotations.Nullable;

/**
 * The body of one call. When it is written again, it must have the same bytes. {@code isOneShot} is
 * false unless the author of the body overrides it, so a body that reads a stream may be empty the
 * second time.
 */
final class CheckedRequestBody extends RequestBody {

  private final RequestBody given;
  private final BodyCheck check = new BodyCheck();
  private volatile boolean started;
  private volatile long length;

  private CheckedRequestBody(RequestBody given) {
    this.given = given;
  }

  /**
   * Wraps a body; null if no check is needed: there is no body, or it is a form, which is constant.
   */
  static @Nullable CheckedRequestBody of(@Nullable RequestBody body) {
    return body == null || body instanceof FormBody ? null : new CheckedRequestBody(body);
  }

  /** Returns true if no attempt may follow one that has started to send the body. */
  boolean isOneShotOrDuplex() {
    return given.isOneShot() || given.isDuplex();
  }

  boolean isStarted() {
    return started;
  }

  @Override
  public @Nullable MediaType contentType() {
    return given.contentType();
  }

  /** Constant once an attempt has started to send the body, even if a file has changed since. */
  @Override
  public long contentLength() throws IOException {
    if (!started) {
      length = given.contentLength();
    }
    return length;
  }

  @Override
  public boolean isDuplex() {
    return given.isDuplex();
  }

  @Override
  public boolean isOneShot() {
    return given.isOneShot();
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    long announced = contentLength();
    started = true;
    if (given.isDuplex()) {
      given.writeTo(sink);
      return;
    }
    BodyCheck.Sending sending = check.begin(announced);
    BufferedSink checked = Okio.buffer(new Checked(sink, sending));
    given.writeTo(checked);
    if (checked.isOpen()) {
      checked.emit();
    }
    sending.end();
  }

  /** Passes on bytes that are equal to the earlier ones. Some bodies close their sink. */
  private static final class Checked extends ForwardingSink {

    private final BodyCheck.Sending sending;
    private final OutputStream check =
        new OutputStream() {
          @Override
          public void write(int single) throws IOException {
            write(new byte[] {(byte) single});
          }

          @Override
          public void write(byte[] bytes, int offset, int count) throws IOException {
            sending.pass(bytes, offset, count);
          }
        };

    Checked(Sink to, BodyCheck.Sending sending) {
      super(to);
      this.sending = sending;
    }

    @Override
    public void write(Buffer source, long count) throws IOException {
      source.copyTo(check, 0, count);
      super.write(source, count);
    }

    @Override
    public void close() throws IOException {
      sending.end();
      super.close();
    }
  }
}
