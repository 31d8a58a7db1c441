package dev.reprise.reactor.webclient;

import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.client.ResponseBodySettings;
import java.util.Objects;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Retries the requests of a {@code WebClient}, with any of its connectors. Each subscription is one
 * call.
 *
 * <pre>{@code
 * WebClient client =
 *     WebClient.builder().filter(RetryFilter.of(HttpRetry.of(retry))).build();
 * }</pre>
 *
 * <p>Filters added before it see one exchange; filters added after it see every attempt, and find
 * the {@link dev.reprise.function.Attempt} in the Reactor Context under the key {@code
 * Attempt.class}. Requires Spring 6.2 or 7. Immutable, and safe for use by any thread. No method
 * accepts null.
 *
 * <h2>What is retried</h2>
 *
 * <p>{@link HttpRetry} decides, by the status and header fields of a response or by the failure. A
 * failure before the connector has begun to write the request has no effect. A rejected response is
 * released before the next attempt: up to 64 KiB of its body are read, for at most a second or a
 * quarter of the attempt's time, so that its connection can be used again; a longer body is
 * cancelled, which closes the connection. The last response is returned with its complete body. If
 * it was rejected, the {@code WebClientResponseException} that is made of it has the report of all
 * attempts, and so has its request as the attribute {@link #REPORT}. A cancellation releases the
 * response of every attempt.
 *
 * <p>The caller reads the body of an accepted response after the call. A failure while the caller
 * reads it is not retried, unless {@link #readingBodiesUpTo} makes the reading a part of the
 * attempt.
 *
 * <p>The body of the request is inserted again for each attempt, and must have the same bytes:
 * {@link dev.reprise.http.client.BodyCheck} compares them, because a {@code Publisher} or a stream
 * may have other bytes the second time. The call fails with {@link
 * dev.reprise.http.BodyChangedException} before a different body is complete. A multipart body
 * keeps its boundary, if it is written by a writer of Spring. Declare a body that must be sent only
 * once by the attribute {@link #ONE_SHOT_BODY}: such a call is retried only after failures before
 * the body was started.
 *
 * <h2>What connectors retry by themselves</h2>
 *
 * <p>The client of Reactor Netty sends a request again, once, if a connection of its pool was
 * closed. {@code HttpClient.create().disableRetry(true)} switches that off. The JDK's client
 * repeats requests on connections that were closed, unless the system property {@code
 * jdk.httpclient.enableAllMethodRetry} or {@code jdk.httpclient.disableRetryConnect} says
 * otherwise. A request that is not idempotent is not retried after the client has sent it twice by
 * itself.
 *
 * <h2>Time</h2>
 *
 * <p>An attempt whose time is over is cancelled, which closes its connection. The time of the
 * attempt also limits the reading of the accepted response, unless {@link #withoutBodyDeadline} is
 * set or the response is a stream of events ({@code text/event-stream}, {@code
 * application/x-ndjson}): then it fails with {@link java.util.concurrent.TimeoutException}.
 *
 * <p>A second filter on the same client makes no attempts of its own, unless the policy of the one
 * around it {@linkplain dev.reprise.policy.Nesting#MULTIPLY multiplies} them.
 */
public final class RetryFilter implements ExchangeFilterFunction {

  /**
   * Name of the attribute that declares that the body of a request must be sent only once:
   * {@value}. Its value is {@code true} then. Absent and {@code false} have the same meaning.
   */
  public static final String ONE_SHOT_BODY = "dev.reprise.one-shot-body";

  /**
   * Name of the attribute that has the report of the call: {@value}. It is an attribute of the
   * request of a last response that was rejected, {@code ClientResponse.request()}. Its value is a
   * {@link dev.reprise.report.RetryReport}.
   */
  public static final String REPORT = "dev.reprise.report";

  private final HttpPlanner planner;
  private final ResponseBodySettings bodies;

  private RetryFilter(HttpPlanner planner, ResponseBodySettings bodies) {
    this.planner = planner;
    this.bodies = bodies;
  }

  /**
   * A filter that retries requests.
   *
   * @param retry the settings; create them once for the client
   * @return a filter for {@code WebClient.Builder.filter}
   */
  public static RetryFilter of(HttpRetry retry) {
    Objects.requireNonNull(retry, "retry");
    return new RetryFilter(retry.planner(WebClientFaults.OUTCOMES), ResponseBodySettings.STANDARD);
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that a body that ends early or
   * stalls is retried. The bytes beyond the limit remain a stream. Use it if the responses are
   * documents: the caller would get the beginning of an endless stream only after the limit is
   * reached. The body of a last response that would be retried, such as a 503, is not read. By
   * default no body is read.
   *
   * @param bytes number of bytes of the body that are read into memory; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryFilter readingBodiesUpTo(long bytes) {
    return new RetryFilter(planner, bodies.readingUpTo(bytes));
  }

  /**
   * Removes the time limit for the caller's reading of an accepted response. By default the reading
   * ends with the time of the attempt and of the call.
   *
   * @return a copy without this limit
   */
  public RetryFilter withoutBodyDeadline() {
    return new RetryFilter(planner, bodies.withoutDeadline());
  }

  /**
   * Makes the attempts of a request.
   *
   * @param request the request
   * @param next makes an exchange
   * @return the first accepted response, or the last response; the failure of the last attempt as
   *     the client has sent it, with the report of the call as a suppressed exception
   */
  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(next, "next");
    return Mono.defer(
        () ->
            RetriedExchange.isWithinAttempt(request)
                ? next.exchange(request)
                : new RetriedExchange(planner, bodies, request, next).call());
  }

  /**
   * A short name.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "Reprise filter of a WebClient";
  }
}
