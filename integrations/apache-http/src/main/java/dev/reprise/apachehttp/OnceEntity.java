package dev.reprise.apachehttp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A body that can be sent once, and tells whether that was begun. */
final class OnceEntity extends HttpEntityWrapper {

  private volatile boolean begun;

  OnceEntity(HttpEntity given) {
    super(given);
  }

  boolean isBegun() {
    return begun;
  }

  @Override
  public InputStream getContent() throws IOException {
    begun = true;
    return super.getContent();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    begun = true;
    super.writeTo(out);
  }
}
