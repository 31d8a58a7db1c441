package dev.reprise.jdkhttp;

import dev.reprise.http.HttpRequestInfo;
import dev.reprise.report.FailureText;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The response to one attempt. If its body is held, {@link #body} is available only after {@link
 * #read}. Closing the response frees the connection.
 */
final class HeldResponse<T> implements HttpResponse<T>, AutoCloseable {

  /** Value of the deadline of an attempt without a time limit. */
  static final long NO_DEADLINE = Long.MIN_VALUE;

  private final HttpResponse<@Nullable Object> response;
  private final HoldingBodyHandler<T> handler;
  private final JdkResponseInfo info;
  private final long deadlineNanos;
  private final @Nullable HeldBody held;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable CompletableFuture<T> body;

  HeldResponse(
      HttpResponse<@Nullable Object> response, HoldingBodyHandler<T> handler, long deadlineNanos) {
    this.response = response;
    this.handler = handler;
    this.deadlineNanos = deadlineNanos;
    JdkResponseInfo head = handler.infoOf(response.statusCode(), response.headers());
    info = RedirectOutcomeReader.wasFollowed(response) ? head.asFollowUp() : head;
    held = response.body() instanceof HeldBody body ? body : null;
  }

  JdkResponseInfo info() {
    return info;
  }

  /** The remaining time of the attempt that received this response. */
  long remainingNanos(long nowNanos) {
    return deadlineNanos == NO_DEADLINE ? Long.MAX_VALUE : Math.max(0, deadlineNanos - nowNanos);
  }

  boolean isHeld() {
    return held != null;
  }

  /** Passes a held body to the caller's handler. Called once, when no attempt follows. */
  CompletableFuture<T> read() {
    HeldBody heldBody = held;
    HoldingBodyHandler.Head head = handler.head();
    if (heldBody == null || head == null) {
      return CompletableFuture.completedFuture(direct());
    }
    CompletableFuture<T> reading;
    try {
      reading = heldBody.readBy(handler.callerSubscriber(head.info()));
    } catch (Throwable failure) {
      heldBody.discard();
      reading = CompletableFuture.failedFuture(failure);
    }
    body = reading;
    if (closed.get()) {
      stopReading(cancelled());
      CompletableFuture<?> unused = reading.thenAccept(ResponseBodies::release);
    }
    return reading;
  }

  /** Ends the reading of a body, whose reader gets the failure. */
  void stopReading(Throwable failure) {
    if (held != null) {
      held.stopReading(failure);
    }
  }

  /** The failure of a reader whose caller has completed or cancelled the request. */
  static Throwable cancelled() {
    return new CancellationException("the request was cancelled while its response was read");
  }

  /** The client's own response if its body was not held; this response otherwise. */
  @SuppressWarnings("unchecked")
  HttpResponse<T> unwrapped() {
    return held != null ? this : (HttpResponse<T>) (HttpResponse<?>) response;
  }

  @SuppressWarnings("unchecked")
  private T direct() {
    return (T) response.body();
  }

  @Override
  public T body() {
    if (held == null) {
      return direct();
    }
    CompletableFuture<T> reading = body;
    if (reading == null || !reading.isDone()) {
      throw new IllegalStateException(
          "the body of a response with status "
              + statusCode()
              + " is held until it is decided"
              + " whether another attempt follows");
    }
    try {
      return reading.join();
    } catch (CompletionException failure) {
      Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
      throw new UncheckedIOException(
          FailureText.describe(cause), FinalBodyReader.asIoException(cause));
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (held != null) {
      held.discard();
      CompletableFuture<T> reading = body;
      if (reading != null) {
        CompletableFuture<?> unused = reading.thenAccept(ResponseBodies::release);
      }
    } else {
      ResponseBodies.release(response.body());
    }
  }

  @Override
  public int statusCode() {
    return response.statusCode();
  }

  @Override
  public HttpRequest request() {
    return response.request();
  }

  @Override
  @SuppressWarnings("unchecked")
  public Optional<HttpResponse<T>> previousResponse() {
    return response.previousResponse().map(before -> (HttpResponse<T>) (HttpResponse<?>) before);
  }

  @Override
  public HttpHeaders headers() {
    return response.headers();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return response.sslSession();
  }

  @Override
  public URI uri() {
    return response.uri();
  }

  @Override
  public HttpClient.Version version() {
    return response.version();
  }

  /**
   * Method, host and status, but not the path, which may contain secrets.
   *
   * @return one line
   */
  @Override
  public String toString() {
    String origin = HttpRequestInfo.originOf(uri());
    return new HttpRequestInfo(request().method(), origin, null).subject() + " " + statusCode();
  }
}
