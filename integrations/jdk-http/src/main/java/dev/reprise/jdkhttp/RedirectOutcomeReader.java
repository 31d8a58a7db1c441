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
 * A request that may not be sent twice, with a client that follows redirects: what fails may be the
 * request to which it was redirected, after the first one has done its work. The client does not
 * report which of them failed. It was certainly the first one while its body was not requested.
 */
final class RedirectOutcomeReader implements HttpOutcomeReader {

  private static final int UNAUTHORIZED = 401;
  private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  private final @Nullable BodyPublisher body;
  private volatile RequestBodies.@Nullable Watched sent;

  private RedirectOutcomeReader(@Nullable BodyPublisher body) {
    this.body = body;
  }

  /** Null if the client follows nothing, or the request may be sent twice. */
  static @Nullable RedirectOutcomeReader of(
      HttpClient client, HttpRequest request, RetryPolicy policy) {
    if (client.followRedirects() == HttpClient.Redirect.NEVER
        || policy.idempotency() != Idempotency.NOT_IDEMPOTENT) {
      return null;
    }
    return new RedirectOutcomeReader(
        request.bodyPublisher().filter(body -> isAskedFor(request, body)).orElse(null));
  }

  /** An empty body is not asked for, and none is before 100 (Continue), which may not come. */
  private static boolean isAskedFor(HttpRequest request, BodyPublisher body) {
    return body.contentLength() != 0 && !request.expectContinue();
  }

  /**
   * Begins an attempt.
   *
   * @param checked the body that the request has instead of its own
   * @return the body to send; null for the request's own
   */
  @Nullable BodyPublisher begin(@Nullable BodyPublisher checked) {
    if (body == null) {
      return checked;
    }
    RequestBodies.Watched watched = new RequestBodies.Watched(checked == null ? body : checked);
    sent = watched;
    return watched;
  }

  /** Whether the client went on after a response other than one that asks who we are. */
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
    RequestBodies.Watched watched = sent;
    boolean nothingSent = watched != null && !watched.isBegun();
    return fault == null || nothingSent ? fault : afterRequest(fault);
  }

  /** The same failure of a request before which another one was sent. */
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
