package dev.reprise.jdkhttp;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outcomes of a request that must not be sent twice, if the client follows redirects. The
 * failed request may be the redirected one, after the first one has had its effect. The client does
 * not report which request failed. As long as the body was not requested, it was the first one.
 */
final class RedirectOutcomeReader implements HttpOutcomeReader {

  private static final int UNAUTHORIZED = 401;
  private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  private final @Nullable BodyPublisher body;
  private volatile RequestBodies.@Nullable ObservedBody sent;

  private RedirectOutcomeReader(@Nullable BodyPublisher body) {
    this.body = body;
  }

  /** Null if the client follows no redirects, or the request may be sent twice. */
  static @Nullable RedirectOutcomeReader of(
      HttpClient client, HttpRequest request, RetryPolicy policy) {
    if (client.followRedirects() == HttpClient.Redirect.NEVER
        || policy.idempotency() != Idempotency.NOT_IDEMPOTENT) {
      return null;
    }
    return new RedirectOutcomeReader(
        request.bodyPublisher().filter(body -> isRequested(request, body)).orElse(null));
  }

  /**
   * Returns true if the client always requests the body. It does not request an empty body, nor any
   * body before 100 (Continue), which the server may not send.
   */
  private static boolean isRequested(HttpRequest request, BodyPublisher body) {
    return body.contentLength() != 0 && !request.expectContinue();
  }

  /**
   * Starts an attempt.
   *
   * @param checked the checked body; null if the body of the request needs no check
   * @return the body to send; null for the body of the request itself
   */
  @Nullable BodyPublisher startAttempt(@Nullable BodyPublisher checked) {
    if (body == null) {
      return checked;
    }
    RequestBodies.ObservedBody observed =
        new RequestBodies.ObservedBody(checked == null ? body : checked);
    sent = observed;
    return observed;
  }

  /** Returns true if the client has followed a response other than a request for credentials. */
  static boolean wasFollowed(HttpResponse<?> response) {
    Optional<? extends HttpResponse<?>> earlier = response.previousResponse();
    while (earlier.isPresent()) {
      int status = earlier.get().statusCode();
      if (status != UNAUTHORIZED && status != PROXY_AUTHENTICATION_REQUIRED) {
        return true;
      }
      earlier = earlier.get().previousResponse();
    }
    return false;
  }

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return JdkOutcomeReader.INSTANCE.response(result);
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    HttpFault fault = JdkOutcomeReader.INSTANCE.fault(failure);
    RequestBodies.ObservedBody observed = sent;
    boolean nothingSent = observed != null && !observed.isStarted();
    return fault == null || nothingSent ? fault : afterRequest(fault);
  }

  /** The fault for the same failure, if an earlier request was sent. */
  private static HttpFault afterRequest(HttpFault fault) {
    return switch (fault) {
      case CONNECT, HANDSHAKE -> HttpFault.CONNECTION_LOST;
      case CONNECT_TIMEOUT -> HttpFault.TIMEOUT;
      case REFUSED_STREAM -> HttpFault.STREAM_RESET;
      case GOAWAY_NOT_PROCESSED -> HttpFault.GOAWAY;
      default -> fault;
    };
  }
}
