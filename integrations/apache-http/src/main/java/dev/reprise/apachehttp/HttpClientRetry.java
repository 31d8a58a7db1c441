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
 * Retries the requests of a classic Apache HttpClient, in place of the client's own retries:
 *
 * <pre>{@code
 * CloseableHttpClient client =
 *     HttpClientRetry.of(HttpRetry.of(retry)).installOn(HttpClients.custom()).build();
 * }</pre>
 *
 * <p>Needs HttpClient 5.6. Immutable, safe for use by any thread.
 *
 * <h2>What is retried</h2>
 *
 * <p>What {@link HttpRetry} says, by the status and headers of a response or by the failure.
 * Whether anything of the request was sent is known here: a failure before that (no connection to
 * be had from the pool, name lookup, connect, TLS handshake) had no effect. A rejected response is
 * read and closed before the next attempt, so its connection is used again, unless that takes
 * longer than a second or a quarter of the attempt's time; the last one is returned whole.
 *
 * <p>The body of an accepted response is a stream, which the caller or the response handler reads
 * after the attempt: a failure in it is the caller's, unless {@link #readingBodiesUpTo} brings it
 * into the attempt.
 *
 * <p>An entity that is not repeatable is sent once: the request goes on only after failures before
 * it was read. Any other is sent again, and has to write the bytes that it wrote before: {@link
 * dev.reprise.http.client.BodyCheck} compares them, for a template says of any code that it is
 * repeatable. The request fails with {@link dev.reprise.http.BodyChangedException} before a
 * different body is complete. A body that fails in the middle closes its connection, whatever
 * failed: HttpClient alone ends it in good order where it is sent in chunks, and the server takes
 * it for whole. Hedges of the policy are not made.
 *
 * <p>Each address of a redirect is retried for itself, a POST that a 303 turns into a GET thus as a
 * GET; they share the idempotency key and the time limit, not the number of attempts.
 *
 * <h2>What HttpClient does by itself</h2>
 *
 * <p>Its automatic retries, by default one after a second for a 429, a 503 and most failures, are
 * disabled. Left are: another address of the host when one does not connect, redirects, and a
 * request with credentials after a 401 or 407, which belongs to the attempt.
 *
 * <h2>Time</h2>
 *
 * <p>When the time of an attempt is over, or the deadline of the policy has come, its connection is
 * closed, in whatever state it is: connecting, shaking hands, sending, waiting for the response, or
 * reading the body of the accepted response, unless {@link #withoutBodyDeadline} says otherwise.
 * The attempt, or the caller's reading, then fails with a {@link java.net.SocketTimeoutException}.
 * Waiting for a connection from the pool is bounded by the same time. Not bounded is name lookup;
 * where a host has several addresses, closing interrupts the one that is being tried. Timeouts of
 * {@code RequestConfig} and {@code ConnectionConfig} hold as well.
 *
 * <p>A request that can be cancelled ({@code HttpUriRequestBase.cancel()}) ends its wait with that,
 * and no attempt follows.
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
   * Retries requests.
   *
   * @param retry how; made once for the client
   * @return what is installed on the client
   */
  public static HttpClientRetry of(HttpRetry retry) {
    Objects.requireNonNull(retry, "retry");
    return new HttpClientRetry(
        retry.plannerWithOwnTimeouts(ApacheFaults.OUTCOMES), ResponseBodySettings.STANDARD);
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that one that breaks off or
   * stalls is retried. One that is longer than the limit is a stream after that. For clients whose
   * responses are documents: the beginning of an endless stream would be held back until it has
   * filled the limit. The body of a last response that would be retried, such as a 503, is not
   * read. By default no body is read.
   *
   * @param bytes as they are sent, before decompression, kept in memory; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public HttpClientRetry readingBodiesUpTo(int bytes) {
    return new HttpClientRetry(planner, bodies.readingUpTo(bytes));
  }

  /**
   * Lets the caller read the body of an accepted response for as long as it takes, as for a stream
   * of events. By default the reading ends with the time of the attempt and of the call.
   *
   * @return a copy that does not limit it
   */
  public HttpClientRetry withoutBodyDeadline() {
    return new HttpClientRetry(planner, bodies.withoutDeadline());
  }

  /**
   * Puts the retries into a client, where its own would be, and disables those. Interceptors of the
   * protocol see every attempt.
   *
   * @param builder of the client; changed
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
    return new RetriedExchange(planner, bodies, request, scope, chain).execute();
  }

  private static ClassicHttpResponse send(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    RetriedExchange exchange = RetriedExchange.of(scope);
    if (exchange != null) {
      exchange.requestLeaves();
    }
    return chain.proceed(request, scope);
  }
}
