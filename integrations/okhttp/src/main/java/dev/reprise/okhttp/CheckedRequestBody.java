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
 * The body of one call, as all its attempts send it: whenever it is written again it must be the
 * same bytes. {@code isOneShot} is false unless somebody thought of it, so a body that reads a
 * stream may be empty then.
 */
final class CheckedRequestBody extends RequestBody {

  private final RequestBody given;
  private final BodyCheck check = new BodyCheck();
  private volatile boolean begun;
  private volatile long length;

  private CheckedRequestBody(RequestBody given) {
    this.given = given;
  }

  /** Null for a body that needs no care: none, or a form, which is constant. */
  static @Nullable CheckedRequestBody of(@Nullable RequestBody body) {
    return body == null || body instanceof FormBody ? null : new CheckedRequestBody(body);
  }

  /** Whether no attempt may follow one that has begun to send it. */
  boolean isOnce() {
    return given.isOneShot() || given.isDuplex();
  }

  boolean isBegun() {
    return begun;
  }

  @Override
  public @Nullable MediaType contentType() {
    return given.contentType();
  }

  /** The same for all attempts once one has begun to send it, though a file may have changed. */
  @Override
  public long contentLength() throws IOException {
    if (!begun) {
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
    begun = true;
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

  /** Passes on what is as it was before. Some bodies close what they write to. */
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
