package dev.reprise.okhttp;

import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.client.ResponseBodySettings;
import dev.reprise.http.client.RetryMark;
import java.io.IOException;
import java.util.Objects;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Retries the calls of an {@link okhttp3.OkHttpClient}. An application interceptor:
 *
 * <pre>{@code
 * OkHttpClient client =
 *     new OkHttpClient.Builder()
 *         .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)))
 *         .build();
 * }</pre>
 *
 * <p>Interceptors added before it see one call; interceptors added after it see every attempt. It
 * must not be a network interceptor, which cannot proceed twice. A second one on the same client
 * makes no attempts of its own, unless the policy of the first one {@linkplain
 * dev.reprise.policy.Nesting#MULTIPLY multiplies} them. Requires OkHttp 5.5. Immutable, and safe
 * for use by any thread. No method accepts null.
 *
 * <h2>What is retried</h2>
 *
 * <p>{@link HttpRetry} decides, by the status and header fields of a response or by the failure.
 * The interceptor knows whether any part of the request was sent: a failure before that (name
 * lookup, connect, TLS handshake) has no effect, nor has a request refused with REFUSED_STREAM, or
 * opened above the last-stream-id of a GOAWAY. A rejected response is read and closed before the
 * next attempt, so that its connection is used again, unless that takes longer than a second or a
 * quarter of the attempt's time. The last response is returned with its complete body.
 *
 * <p>The body of an accepted response is a stream, which the caller reads after the call. A failure
 * while the caller reads it is not retried, unless {@link #readingBodiesUpTo} makes the reading a
 * part of the attempt.
 *
 * <p>A one-shot or duplex request body is sent once: the call is retried only after failures before
 * {@code writeTo}. Any other body is sent again, and must write the same bytes: {@link
 * dev.reprise.http.client.BodyCheck} compares them, because {@code isOneShot()} is false unless the
 * author of the body overrides it, and a body that reads a stream is empty the second time. The
 * call fails with {@link dev.reprise.http.BodyChangedException} before a different body is
 * complete. Hedges of the policy are not made.
 *
 * <h2>What OkHttp retries by itself</h2>
 *
 * <p>Its {@code retryOnConnectionFailure} sends a request again after most connection failures,
 * even a POST, and once after a 408. It is off inside this interceptor, whatever the client sets.
 * These remain, as parts of an attempt: another address of the host if one cannot be connected,
 * redirects and authentication, one more request after a 503 with {@code Retry-After: 0}, and one
 * after a 421 on a connection that several hosts share. A request that is not idempotent is not
 * retried after OkHttp has followed a redirect or a 503 with it.
 *
 * <h2>Time</h2>
 *
 * <p>OkHttp ignores interrupts while it connects or waits for a response. The time of an attempt is
 * limited by other means:
 *
 * <ul>
 *   <li>The client's connect, read and write timeouts are shortened to the time of the attempt.
 *   <li>When the time of an attempt is over, its HTTP/1.1 connection is closed; one that is
 *       established only then is closed before a request is sent. An HTTP/2 connection is shared
 *       with other calls and stays open: there the read timeout limits the wait for the response,
 *       and it starts again with each informational response.
 *   <li>At the deadline of the policy the call is cancelled, as by OkHttp's own call timeout.
 *   <li>The time of the attempt also limits the reading of the accepted response, unless {@link
 *       #withoutBodyDeadline} is set.
 * </ul>
 *
 * <p>In all these cases the attempt fails with a {@link java.net.SocketTimeoutException}, and the
 * caller's reading with a {@link java.io.InterruptedIOException}, its superclass. The deadline, but
 * not the attempt timeout, limits name lookup, connecting to several addresses, and sending a body
 * that HTTP/2 flow control slows down. Name lookup cannot be stopped: the call ends when it
 * returns.
 *
 * <p>{@code Call.cancel()} and the call timeout end a wait at once, and no attempt follows. The
 * waits of {@code enqueue} occupy a thread of the dispatcher and count as running requests, so a
 * client that waits often needs a dispatcher with higher limits.
 */
public final class RetryInterceptor implements Interceptor {

  private final HttpPlanner planner;
  private final ResponseBodySettings bodies;

  private RetryInterceptor(HttpPlanner planner, ResponseBodySettings bodies) {
    this.planner = planner;
    this.bodies = bodies;
  }

  /**
   * An interceptor that retries calls.
   *
   * @param retry the settings; create them once for the client
   * @return an interceptor for {@link okhttp3.OkHttpClient.Builder#addInterceptor(Interceptor)}
   */
  public static RetryInterceptor of(HttpRetry retry) {
    Objects.requireNonNull(retry, "retry");
    return new RetryInterceptor(
        retry.plannerWithOwnTimeouts(OkHttpFaults.OUTCOMES), ResponseBodySettings.STANDARD);
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that a body that ends early or
   * stalls is retried. The bytes beyond the limit remain a stream. Use it if the responses are
   * documents: the caller would get the beginning of an endless stream only after the limit is
   * reached. The body of a last response that would be retried, such as a 503, is not read. By
   * default no body is read.
   *
   * @param bytes number of bytes of the decoded body that are read into memory; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryInterceptor readingBodiesUpTo(long bytes) {
    return new RetryInterceptor(planner, bodies.readingUpTo(bytes));
  }

  /**
   * Removes the time limit for the caller's reading of an accepted response, for example for a
   * stream of events. By default the reading ends with the time of the attempt and of the call.
   *
   * @return a copy without this limit
   */
  public RetryInterceptor withoutBodyDeadline() {
    return new RetryInterceptor(planner, bodies.withoutDeadline());
  }

  /**
   * Makes the attempts of a call.
   *
   * @param chain the chain of the call
   * @return the first accepted response, or the last response
   * @throws IOException the failure of the last attempt, with the report of the call as a
   *     suppressed exception
   */
  @Override
  public Response intercept(Chain chain) throws IOException {
    return RetryMark.isActive(chain.request().tag(RetryMark.class))
        ? chain.proceed(chain.request())
        : new RetriedCall(planner, bodies, chain).proceed();
  }
}
