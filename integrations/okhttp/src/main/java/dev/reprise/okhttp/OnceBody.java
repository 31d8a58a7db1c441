package dev.reprise.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A body that can be sent once, and tells whether that was begun. */
final class OnceBody extends RequestBody {

  private final RequestBody given;
  private volatile boolean begun;

  OnceBody(RequestBody given) {
    this.given = given;
  }

  boolean isBegun() {
    return begun;
  }

  @Override
  public @Nullable MediaType contentType() {
    return given.contentType();
  }

  @Override
  public long contentLength() throws IOException {
    return given.contentLength();
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
    begun = true;
    given.writeTo(sink);
  }
}
