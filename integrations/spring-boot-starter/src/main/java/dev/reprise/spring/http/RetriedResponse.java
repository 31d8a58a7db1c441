package dev.reprise.spring.http;

import dev.reprise.decision.StopReason;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.report.RetryReport;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The response of one attempt. The request closes it before the next attempt, unless it is the last
 * one: then its report is set, and the caller closes it.
 */
final class RetriedResponse implements ClientHttpResponse {

  private final ClientHttpResponse given;
  private final HttpResponseInfo info;
  private final AtomicBoolean closed = new AtomicBoolean();
  private @Nullable HeldBody body;
  private volatile @Nullable RetryReport report;

  RetriedResponse(ClientHttpResponse given, Instant receivedAt) throws IOException {
    this.given = given;
    info = new SpringResponseInfo(given.getStatusCode().value(), given.getHeaders(), receivedAt);
  }

  HttpResponseInfo info() {
    return info;
  }

  void hold(HeldBody held) {
    body = held;
  }

  /** Makes this the last response, which belongs to the caller. */
  void endedWith(RetryReport ofCall) {
    report = ofCall;
  }

  /** The report if the last response is still a failure; null before and otherwise. */
  @Nullable RetryReport reportOfFailure() {
    RetryReport ended = report;
    return ended == null || ended.stopReason() == StopReason.SUCCEEDED ? null : ended;
  }

  @Override
  public HttpStatusCode getStatusCode() throws IOException {
    return given.getStatusCode();
  }

  @Override
  public String getStatusText() throws IOException {
    return given.getStatusText();
  }

  @Override
  public HttpHeaders getHeaders() {
    return given.getHeaders();
  }

  @Override
  public InputStream getBody() throws IOException {
    HeldBody held = body;
    return held == null ? given.getBody() : held;
  }

  /** Closes the response once: another attempt may use its connection already. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closeGiven();
    }
  }

  private void closeGiven() {
    HeldBody held = body;
    boolean isEnd = report != null || (held != null && held.isComplete());
    if (isEnd) {
      given.close();
    } else {
      closeIncomplete();
    }
  }

  /**
   * The clients read a body to its end when they close it, so that its connection can be used
   * again. An endless body would stop the call, so a thread of the library's timer closes it; not
   * one of an executor, whose threads may all wait for this connection.
   */
  private void closeIncomplete() {
    try {
      Delayer.Scheduled unused = Delayer.system().schedule(this::abort, 0);
    } catch (RuntimeException | Error noThread) {
      abort();
    }
  }

  private void abort() {
    try (given) {
      given.getBody().close();
    } catch (IOException alreadyClosed) {
      // The response has no use any more.
    }
  }
}
