package dev.reprise.apachehttp;

import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.client.ResponseBodySettings;
import java.io.IOException;
import java.util.Objects;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Retries the requests of a classic Apache HttpClient, instead of the client's own retries:
 *
 * <pre>{@code
 * CloseableHttpClient client =
 *     HttpClientRetry.of(HttpRetry.of(retry)).installOn(HttpClients.custom()).build();
 * }</pre>
 *
 * <p>Requires HttpClient 5.6. Immutable, and safe for use by any thread. No method accepts null.
 *
 * <h2>What is retried</h2>
 *
 * <p>{@link HttpRetry} decides, by the status and header fields of a response or by the failure. It
 * is known whether any part of the request was sent: a failure before that (no free connection in
 * the pool, name lookup, connect, TLS handshake) has no effect. A rejected response is read and
 * closed before the next attempt, so that its connection is used again, unless that takes longer
 * than a second or a quarter of the attempt's time. A response that only the policy rejects, as by
 * {@code retryOnResult}, is closed without reading its body. The last response is returned with its
 * complete body.
 *
 * <p>The body of an accepted response is a stream, which the caller or the response handler reads
 * after the attempt. A failure of this reading is not retried, unless {@link #readingBodiesUpTo}
 * makes it a part of the attempt.
 *
 * <p>An entity that is not repeatable is sent once: the request is retried only after failures
 * before the entity was read. Any other entity is sent again, and must write the same bytes: {@link
 * dev.reprise.http.client.BodyCheck} compares them, because {@code EntityTemplate} declares any
 * code repeatable. The request fails with {@link dev.reprise.http.BodyChangedException} before a
 * different body is complete. If a body fails before its end, its connection is closed. HttpClient
 * itself would send the end of a chunked body, and the server would accept the body as complete.
 * Hedges of the policy are not made.
 *
 * <p>Each request of a redirect is retried separately; a POST that a 303 turns into a GET is
 * retried as a GET. The requests share the idempotency key and the time limit, but not the number
 * of attempts.
 *
 * <h2>What HttpClient does by itself</h2>
 *
 * <p>Its automatic retries, by default one after a second for a 429, a 503 and most failures, are
 * disabled. These remain, as parts of an attempt: another address of the host if one cannot be
 * connected, redirects, and a request with credentials after a 401 or 407.
 *
 * <h2>Time</h2>
 *
 * <p>When the time of an attempt is over, or the deadline of the policy is reached, its connection
 * is closed in any state: connecting, TLS handshake, sending, waiting for the response, or reading
 * the body of the accepted response, unless {@link #withoutBodyDeadline} is set. The attempt, or
 * the caller's reading, then fails with a {@link java.net.SocketTimeoutException}. The same time
 * limits the wait for a connection from the pool. Name lookup has no limit. If a host has several
 * addresses, closing interrupts the connection to the current one. Timeouts of {@code
 * RequestConfig} and {@code ConnectionConfig} apply as well.
 *
 * <p>Cancelling a request ({@code HttpUriRequestBase.cancel()}) ends a wait between attempts, and
 * no attempt follows.
 */
public final class HttpClientRetry {

  private static final String RETRY = "reprise-retry";
  private static final String SENDING = "reprise-sending";

  private final HttpPlanner planner;
  private final ResponseBodySettings bodies;

  private HttpClientRetry(HttpPlanner planner, ResponseBodySettings bodies) {
    this.planner = planner;
    this.bodies = bodies;
  }

  /**
   * Retries for a client.
   *
   * @param retry the settings; create them once for the client
   * @return the retries, to be installed with {@link #installOn}
   */
  public static HttpClientRetry of(HttpRetry retry) {
    Objects.requireNonNull(retry, "retry");
    return new HttpClientRetry(
        retry.plannerWithOwnTimeouts(ApacheFaults.OUTCOMES), ResponseBodySettings.STANDARD);
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that a body that ends early or
   * stalls is retried. The bytes beyond the limit remain a stream. Use it if the responses are
   * documents: the caller would get the beginning of an endless stream only after the limit is
   * reached. The body of a last response that would be retried, such as a 503, is not read. By
   * default no body is read.
   *
   * @param bytes number of bytes, before decompression, that are read into memory; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public HttpClientRetry readingBodiesUpTo(int bytes) {
    return new HttpClientRetry(planner, bodies.readingUpTo(bytes));
  }

  /**
   * Removes the time limit for the caller's reading of an accepted response, for example for a
   * stream of events. By default the reading ends with the time of the attempt and of the call.
   *
   * @return a copy without this limit
   */
  public HttpClientRetry withoutBodyDeadline() {
    return new HttpClientRetry(planner, bodies.withoutDeadline());
  }

  /**
   * Installs the retries on a client in the position of the client's own retries, and disables
   * those. Protocol interceptors see every attempt. If several are installed on one builder, only
   * the one around the others makes attempts, whatever its policy says about nesting.
   *
   * @param builder the builder of the client; it is changed
   * @return the builder
   */
  public HttpClientBuilder installOn(HttpClientBuilder builder) {
    return builder
        .disableAutomaticRetries()
        .addExecInterceptorBefore(ChainElement.PROTOCOL.name(), RETRY, this::execute)
        .addExecInterceptorLast(SENDING, HttpClientRetry::send);
  }

  private ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    return RetriedExchange.isWithinAttempt(scope)
        ? chain.proceed(request, scope)
        : new RetriedExchange(planner, bodies, request, scope, chain).execute();
  }

  private static ClassicHttpResponse send(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    RetriedExchange exchange = RetriedExchange.of(scope);
    if (exchange != null) {
      exchange.beforeSending();
    }
    return chain.proceed(request, scope);
  }
}
