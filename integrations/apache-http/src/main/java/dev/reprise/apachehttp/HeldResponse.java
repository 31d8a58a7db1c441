package dev.reprise.apachehttp;

import dev.reprise.http.client.ExchangeTimeout;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/**
 * A response that is closed at most once. HttpClient would close the exchange that its connection
 * serves at that time, which may be the next attempt.
 */
final class HeldResponse extends BasicClassicHttpResponse {

  private static final long serialVersionUID = 1;

  private final transient ClassicHttpResponse given;
  private final transient ExchangeTimeout timeout;
  private final AtomicBoolean closed = new AtomicBoolean();

  HeldResponse(ClassicHttpResponse given, ExchangeTimeout timeout) {
    super(given.getCode(), given.getReasonPhrase());
    this.given = given;
    this.timeout = timeout;
    setVersion(given.getVersion());
    setHeaders(given.getHeaders());
    setEntity(given.getEntity());
  }

  /** Returns true if no more bytes come from the connection. */
  boolean isComplete() {
    return getEntity() == null || !getEntity().isStreaming();
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        given.close();
      } finally {
        timeout.end();
      }
    }
  }
}
