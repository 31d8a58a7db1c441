package dev.reprise.okhttp;

import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.client.ResponseBodySettings;
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
 * <p>Interceptors added before it see one call, those added after it see every attempt. It must not
 * be a network interceptor, which cannot proceed twice. Needs OkHttp 5.5. Immutable, safe for use
 * by any thread.
 *
 * <h2>What is retried</h2>
 *
 * <p>What {@link HttpRetry} says, by the status and headers of a response or by the failure.
 * Whether anything of the request was sent is known here: a failure before that (name lookup,
 * connect, TLS handshake) had no effect, and neither had a request refused with REFUSED_STREAM, or
 * opened above the last-stream-id of a GOAWAY. A rejected response is read and closed before the
 * next attempt, so its connection is used again, unless that takes longer than a second or a
 * quarter of the attempt's time; the last one is returned whole.
 *
 * <p>The body of an accepted response is a stream, which the caller reads after the call: a failure
 * in it is the caller's, unless {@link #readingBodiesUpTo} brings it into the attempt.
 *
 * <p>A one-shot or duplex request body is sent once: the call goes on only after failures before
 * {@code writeTo}. Any other is sent again, and has to write the bytes that it wrote before: {@link
 * dev.reprise.http.client.BodyCheck} compares them, for {@code isOneShot()} is false unless
 * somebody thought of it, and a body that reads a stream is then empty. The call fails with {@link
 * dev.reprise.http.BodyChangedException} before a different body is complete. Hedges of the policy
 * are not made.
 *
 * <h2>What OkHttp retries by itself</h2>
 *
 * <p>Its {@code retryOnConnectionFailure}, which sends a request again after most connection
 * failures, even a POST, and a 408 once, is off within this interceptor whatever the client says.
 * Left are: another address of the host when one does not connect, redirects and authentication,
 * one more request after a 503 with {@code Retry-After: 0}, and one after a 421 on a connection
 * that hosts share. These belong to the attempt. A request that is not idempotent is not retried
 * after OkHttp has followed a redirect or a 503 with it.
 *
 * <h2>Time</h2>
 *
 * <p>OkHttp does not heed interrupts while it connects or waits for a response. An attempt is
 * bounded by other means:
 *
 * <ul>
 *   <li>The client's connect, read and write timeouts are shortened to what the attempt may take.
 *   <li>When the time of an attempt is over, its HTTP/1.1 connection is closed. An HTTP/2
 *       connection is shared with other calls and left alone: there the wait for the response is
 *       bounded by the read timeout, which begins anew with each informational response.
 *   <li>At the deadline of the policy the call is cancelled, as by OkHttp's own call timeout.
 *   <li>Reading the body of the accepted response ends at the same moment as the attempt would
 *       have, unless {@link #withoutBodyDeadline} says otherwise.
 * </ul>
 *
 * <p>Either way the attempt fails with a {@link java.net.SocketTimeoutException}, and the caller's
 * reading with a {@link java.io.InterruptedIOException}, of which that is one. Not bounded by the
 * attempt timeout, but by the deadline, are name lookup, connecting to one address after the other,
 * and sending a body that HTTP/2's flow control lets through bit by bit. Name lookup itself cannot
 * be stopped: the call ends when it returns.
 *
 * <p>{@code Call.cancel()} and the call timeout end a wait at once, and no attempt follows. The
 * waits of {@code enqueue} are spent on the dispatcher's thread and count among its running
 * requests, so a client that waits much needs a dispatcher with higher limits.
 */
public final class RetryInterceptor implements Interceptor {

  private final HttpPlanner planner;
  private final ResponseBodySettings bodies;

  private RetryInterceptor(HttpPlanner planner, ResponseBodySettings bodies) {
    this.planner = planner;
    this.bodies = bodies;
  }

  /**
   * Retries calls.
   *
   * @param retry how; made once for the client
   * @return an interceptor for {@link okhttp3.OkHttpClient.Builder#addInterceptor(Interceptor)}
   */
  public static RetryInterceptor of(HttpRetry retry) {
    Objects.requireNonNull(retry, "retry");
    return new RetryInterceptor(
        retry.plannerWithOwnTimeouts(OkHttpFaults.OUTCOMES), ResponseBodySettings.STANDARD);
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that one that breaks off or
   * stalls is retried. One that is longer than the limit is a stream after that. For clients whose
   * responses are documents: the beginning of an endless stream would be held back until it has
   * filled the limit. The body of a last response that would be retried, such as a 503, is not
   * read. By default no body is read.
   *
   * @param bytes of the decoded body, kept in memory; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryInterceptor readingBodiesUpTo(long bytes) {
    return new RetryInterceptor(planner, bodies.readingUpTo(bytes));
  }

  /**
   * Lets the caller read the body of an accepted response for as long as it takes, as for a stream
   * of events. By default the reading ends with the time of the attempt and of the call.
   *
   * @return a copy that does not limit it
   */
  public RetryInterceptor withoutBodyDeadline() {
    return new RetryInterceptor(planner, bodies.withoutDeadline());
  }

  /**
   * Makes the attempts of a call.
   *
   * @param chain of the call
   * @return the first response that is accepted, or the last one
   * @throws IOException what the last attempt threw, with the report of the call suppressed in it
   */
  @Override
  public Response intercept(Chain chain) throws IOException {
    return new RetriedCall(planner, bodies, chain).proceed();
  }
}
