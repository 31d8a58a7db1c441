package dev.reprise.apachehttp;

import dev.reprise.http.client.ExchangeTimeout;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/**
 * A response that is closed once. What HttpClient closes is whatever exchange its connection is at
 * by then, which may be the next attempt.
 */
final class HeldResponse extends BasicClassicHttpResponse {

  private static final long serialVersionUID = 1;

  private final transient ClassicHttpResponse given;
  private final transient ExchangeTimeout alarm;
  private final AtomicBoolean closed = new AtomicBoolean();

  HeldResponse(ClassicHttpResponse given, ExchangeTimeout alarm) {
    super(given.getCode(), given.getReasonPhrase());
    this.given = given;
    this.alarm = alarm;
    setVersion(given.getVersion());
    setHeaders(given.getHeaders());
    setEntity(given.getEntity());
  }

  /** Returns true if the connection holds no more bytes of it. */
  boolean isWhole() {
    return getEntity() == null || !getEntity().isStreaming();
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        given.close();
      } finally {
        alarm.end();
      }
    }
  }
}
