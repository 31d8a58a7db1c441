package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A {@link HttpClient} that retries the requests of another one. Code that uses a client stays
 * unchanged:
 *
 * <pre>{@code
 * HttpClient client = RetryingHttpClient.of(HttpClient.newHttpClient());
 * HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <p>{@link HttpRetry} defines what is retried. The last response is returned whatever its status;
 * the last failure is thrown unchanged. {@link #sendForResult} reports the attempts as well.
 *
 * <p><b>Response bodies.</b> Of all responses the caller's body handler sees the one that is
 * returned. A response after which an attempt may follow has its body held back, up to {@link
 * #holdingUpTo a limit} and for a second at most, or a quarter of the attempt's time if that is
 * less; what is longer waits at the server. If an attempt follows, a body that was held to its end
 * has left its connection to the pool, and a longer one is given up before the attempt begins: over
 * HTTP/1.1 with its connection; over HTTP/2 what the peer may have sent already is received and
 * thrown away, and what is more is cancelled. If none follows, the handler is given the body as it
 * would have come without us, as a stream with the reader's own demand. Handlers that stream
 * ({@code ofInputStream}, {@code ofLines}, {@code ofPublisher}) return as soon as the head of a
 * response has arrived; a failure while its body is read later is not retried. A policy may still
 * retry results by itself ({@code retryOnResult}, with {@link HttpResponse}): the handler has then
 * read the body of such a response, and it is closed if it can be. A body that breaks off before
 * the handler has all of it fails its attempt, and the next attempt asks the handler for a new
 * subscriber: a handler that passes pieces on ({@code ofByteArrayConsumer}, {@code fromSubscriber}
 * around one and the same subscriber) has then passed on the beginning twice, and {@code ofFile}
 * writes over it.
 *
 * <p><b>Request bodies.</b> Those that the JDK makes of a string, a byte array or a file are sent
 * again. Any other publisher, those of {@code BodyPublishers.ofByteArrays}, {@code ofInputStream},
 * {@code fromPublisher} and {@code concat} among them, is sent once: the request is retried only
 * while nobody has subscribed to it, as after a connection that was refused, and a failure that is
 * not retried for that reason carries the note {@link dev.reprise.http.BodyNotRepeatable}. {@link
 * #repeatable} says otherwise of a publisher. A body that is sent again, after a redirect by the
 * JDK's client as well, has to yield the bytes that it yielded before: {@link
 * dev.reprise.http.client.BodyCheck} compares them, and the request fails with {@link
 * dev.reprise.http.BodyChangedException} before a different body is complete. One that is sent once
 * is not begun again if it was cut short, which the JDK's client would do for a stream that was
 * refused.
 *
 * <p><b>Time.</b> An attempt lasts until the body handler has its body, and the policy's attempt
 * timeout and time limit cut it short there too, which {@link HttpRequest#timeout()} does not: it
 * ends with the head of the response on Java 17 to 25. Both are kept, and both count as a timed-out
 * attempt. {@code send} and {@code sendAsync} report what the policy cut short as a {@link
 * HttpTimeoutException}, as callers of a {@code HttpClient} expect; its cause is the {@link
 * AttemptTimeoutException}.
 *
 * <p><b>Cancelling.</b> Whatever completes a future of {@code sendAsync} ends the exchange under
 * way, and no other one begins. An interrupt of the thread in {@code send} does the same.
 *
 * <p><b>Below us.</b> What the JDK's own client does by itself happens within an attempt, and is
 * not counted as one:
 *
 * <table>
 *   <caption>What the JDK's client repeats by itself</caption>
 *   <tr><th>what</th><th>how often</th><th>switched off by the system property</th></tr>
 *   <tr><td>a connection that is not made ({@code ConnectException})</td>
 *       <td>once more</td><td>{@code jdk.httpclient.disableRetryConnect=true}</td></tr>
 *   <tr><td>GET and HEAD on a pooled connection that was closed before anything was answered</td>
 *       <td>once more, on a new connection</td><td>nothing</td></tr>
 *   <tr><td>the same for all other methods</td><td>never</td>
 *       <td>switched <em>on</em> by {@code jdk.httpclient.enableAllMethodRetry=true}, which sends
 *       payments twice: leave it</td></tr>
 *   <tr><td>a stream that the peer says it has not processed: REFUSED_STREAM, above the last of a
 *       GOAWAY; whatever the method</td><td>once more, on a new connection, from Java 24 on and in
 *       updates of 17 and 21 that have JDK-8335181 (17.0.17); never before</td>
 *       <td>nothing</td></tr>
 *   <tr><td>redirects, where {@code followRedirects} is set</td><td>up to 5 requests</td>
 *       <td>{@code jdk.httpclient.redirects.retrylimit}</td></tr>
 *   <tr><td>authentication, where an {@code Authenticator} is set</td><td>up to 3 times</td>
 *       <td>{@code jdk.httpclient.auth.retrylimit}</td></tr>
 * </table>
 *
 * <p><b>Redirects</b> that the client follows cost retries of requests that may not be sent twice,
 * for the first request has done its work when the one after it fails. What a response after a
 * redirect says of the effect is then not believed, and a failure counts as without effect only
 * while nobody has asked for the request's body: a POST whose connection is refused is retried, but
 * not one without a body or with {@code expectContinue}, and none whose stream is refused. With
 * {@code Redirect.NEVER}, which is how the JDK's client comes, nothing of this is needed.
 *
 * <p>Server push: the push handler receives the pushes of every attempt.
 *
 * <p>Immutable, safe for use by any thread. A web socket is made by the client below, without
 * retries.
 */
public final class RetryingHttpClient extends HttpClient implements AutoCloseable {

  private static final int HELD_BYTES = 64 * 1024;

  private final HttpClient client;
  private final ClientContext parts;
  private final @Nullable Attempt outer;

  private RetryingHttpClient(ClientContext parts, @Nullable Attempt outer) {
    client = parts.client();
    this.parts = parts;
    this.outer = outer;
  }

  /**
   * Retries by the {@linkplain RetryPolicy#defaults() default policy}.
   *
   * @param client the client that makes the attempts, itself without retries
   * @return a client around it
   * @throws IllegalArgumentException if {@code client} retries already
   */
  public static RetryingHttpClient of(HttpClient client) {
    return of(client, Retry.of(RetryPolicy.defaults()));
  }

  /**
   * Retries with the standard rules and hints.
   *
   * @param client the client that makes the attempts, itself without retries
   * @param retry made once for the client
   * @return a client around it
   * @throws IllegalArgumentException if {@code client} retries already
   */
  public static RetryingHttpClient of(HttpClient client, Retry retry) {
    return of(client, HttpRetry.of(retry));
  }

  /**
   * Retries by the given settings.
   *
   * @param client the client that makes the attempts, itself without retries
   * @param settings the rules, the hints and the header fields for the server
   * @return a client around it
   * @throws IllegalArgumentException if {@code client} retries already
   */
  public static RetryingHttpClient of(HttpClient client, HttpRetry settings) {
    Objects.requireNonNull(client, "client");
    if (client instanceof RetryingHttpClient) {
      throw new IllegalArgumentException(
          "client must be one without retries, for attempts would multiply, but was " + client);
    }
    InFlightCalls calls = new InFlightCalls(new ClientShutdown(client));
    return new RetryingHttpClient(
        new ClientContext(client, settings.planner(JdkOutcomeReader.INSTANCE), calls, HELD_BYTES),
        null);
  }

  /**
   * Declares a request body repeatable: each subscription gets the whole body. The JDK offers no
   * such declaration. A request whose body turns out to yield other bytes fails with {@link
   * dev.reprise.http.BodyChangedException}.
   *
   * @param body such as one made with {@code BodyPublishers.fromPublisher} or {@code concat}, with
   *     {@code ofByteArrays} of a list, or with {@code ofInputStream} if the supplier opens a new
   *     stream each time
   * @return the same body, known to be repeatable
   */
  public static BodyPublisher repeatable(BodyPublisher body) {
    return new RequestBodies.Repeatable(Objects.requireNonNull(body, "body"));
  }

  /**
   * Limits how much of the body of one response is held back in memory. What is longer is not asked
   * for until it is known who reads it, and costs its connection if nobody does. By default 64 KiB.
   *
   * @param bytes at least 0; up to one buffer of the client more is held
   * @return a copy with this limit, sharing everything
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryingHttpClient holdingUpTo(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("holdingUpTo must be at least 0 bytes, but was " + bytes);
    }
    return new RetryingHttpClient(
        new ClientContext(client, parts.planner(), parts.calls(), bytes), outer);
  }

  /**
   * For requests within an attempt of another call: they have its time left, and its idempotency
   * key if one is sent.
   *
   * @param attempt the attempt
   * @return a copy with both, sharing everything
   */
  public RetryingHttpClient within(Attempt attempt) {
    return new RetryingHttpClient(parts, Objects.requireNonNull(attempt, "attempt"));
  }

  /**
   * Sends a request, again where that may help.
   *
   * @param request the request
   * @param handler of the body of the response that is returned
   * @param <T> type of the body
   * @return the last response
   * @throws HttpTimeoutException if the last attempt took too long, by the request's own timeout or
   *     the policy's
   * @throws IOException if the last attempt failed, or this client was shut down
   * @throws InterruptedException if the thread is interrupted during an attempt; during a wait
   *     between attempts, the outcome of the last attempt is returned or thrown, and the thread's
   *     flag set; if the body of that response has still to be read, a second interrupt ends it
   */
  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    boolean admitted = parts.calls().enter();
    try {
      RequestAttempts<T> sending = sending(admitted, request, handler);
      AttemptOperation<HeldResponse<T>, Exception> attempts = sending::send;
      HeldResponse<T> answer = sending.keepingTrack(() -> sending.retry().callWith(attempts));
      return FinalBodyReader.await(answer, sending.retry());
    } catch (AttemptTimeoutException timeout) {
      throw ResponseFuture.timedOut(timeout);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      throw failure;
    } catch (Exception undeclared) {
      throw FinalBodyReader.asIoException(undeclared);
    } finally {
      left(admitted);
    }
  }

  /**
   * Sends a request and returns its result instead of throwing. A failure in the result is the one
   * that the attempt threw.
   *
   * @param request the request
   * @param handler of the body of the response in the result
   * @param <T> type of the body
   * @return the last response or failure, the attempts, why there were no more, and the report. If
   *     the body of a response that was rejected to the end could not be read, {@link
   *     HttpResponse#body()} throws an {@link java.io.UncheckedIOException}
   */
  public <T> RetryResult<HttpResponse<T>> sendForResult(
      HttpRequest request, BodyHandler<T> handler) {
    boolean admitted = parts.calls().enter();
    try {
      RequestAttempts<T> sending = sending(admitted, request, handler);
      RetryResult<HeldResponse<T>> result = sending.retry().executeWith(sending::send);
      HeldResponse<T> answer = result.value();
      if (answer == null) {
        sending.abandon();
      } else {
        awaitBody(answer, sending.retry());
      }
      return asResponse(result);
    } finally {
      left(admitted);
    }
  }

  /** A failure to read the body is reported by the response itself. */
  private static void awaitBody(HeldResponse<?> answer, Retry retry) {
    try {
      HttpResponse<?> unused = FinalBodyReader.await(answer, retry);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    } catch (IOException unread) {
      System.getLogger("dev.reprise").log(Level.DEBUG, "A body was not read", unread);
    }
  }

  /**
   * Sends a request, again where that may help.
   *
   * @param request the request
   * @param handler of the body of the response that is returned
   * @param <T> type of the body
   * @return completes with the last response, or with the last failure as {@link #send} would throw
   *     it. Completing it by any means ends the exchange under way
   */
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return sendAsync(request, handler, null);
  }

  /**
   * As {@link #sendAsync(HttpRequest, BodyHandler)}, with server pushes.
   *
   * @param request the request
   * @param handler of the body of the response that is returned
   * @param pushes receives the pushes of every attempt; null to refuse them
   * @param <T> type of the body
   * @return as {@link #sendAsync(HttpRequest, BodyHandler)}
   */
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
    return begin(
        request,
        handler,
        sending -> {
          CompletableFuture<HeldResponse<T>> call =
              sending
                  .retry()
                  .<HeldResponse<T>>callAsyncWith(attempt -> sending.sendAsync(attempt, pushes));
          return new ResponseFuture<HeldResponse<T>, T, HttpResponse<T>>(
                  sending, HeldResponse::plainest, false)
              .to(call, answer -> answer);
        });
  }

  /**
   * As {@link #sendForResult}, without a thread that waits.
   *
   * @param request the request
   * @param handler of the body of the response in the result
   * @param <T> type of the body
   * @return completes as {@link #sendForResult} returns. Completing it by any means ends the
   *     exchange under way
   */
  public <T> CompletableFuture<RetryResult<HttpResponse<T>>> sendForResultAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return begin(
        request,
        handler,
        sending -> {
          CompletableFuture<RetryResult<HeldResponse<T>>> call =
              sending
                  .retry()
                  .<HeldResponse<T>>executeAsyncWith(attempt -> sending.sendAsync(attempt, null));
          return new ResponseFuture<RetryResult<HeldResponse<T>>, T, RetryResult<HttpResponse<T>>>(
                  sending, RetryingHttpClient::asResponse, true)
              .to(call, RetryResult::value);
        });
  }

  private <T, R> CompletableFuture<R> begin(
      HttpRequest request,
      BodyHandler<T> handler,
      Function<RequestAttempts<T>, CompletableFuture<R>> start) {
    boolean admitted = parts.calls().enter();
    CompletableFuture<R> reply;
    try {
      reply = start.apply(sending(admitted, request, handler));
    } catch (Throwable bug) {
      left(admitted);
      throw bug;
    }
    if (admitted) {
      parts.calls().watch(reply);
      CompletableFuture<?> unused = reply.whenComplete((value, failure) -> parts.calls().leave());
    }
    return reply;
  }

  private <T> RequestAttempts<T> sending(
      boolean admitted, HttpRequest request, BodyHandler<T> handler) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(handler, "handler");
    return new RequestAttempts<>(parts, admitted, request, handler, outer);
  }

  private void left(boolean admitted) {
    if (admitted) {
      parts.calls().leave();
    }
  }

  /** A result is only ever read, and a response is a response. */
  @SuppressWarnings("unchecked")
  private static <T> RetryResult<HttpResponse<T>> asResponse(RetryResult<HeldResponse<T>> result) {
    return (RetryResult<HttpResponse<T>>) (RetryResult<?>) result;
  }

  /**
   * Takes no more requests. Those under way go on, retries included; when the last is over, the
   * client below is shut down, which clients have been able to do since Java 21. On Java 17 the
   * client below is left to the garbage collector, as ever.
   */
  public void shutdown() {
    parts.calls().shutdown();
  }

  /**
   * Takes no more requests, begins no more attempts, cancels what was begun by {@code sendAsync},
   * and shuts the client below down at once, which ends the attempts of {@code send} too. On Java
   * 17 those run to their end.
   */
  public void shutdownNow() {
    parts.calls().shutdownNow();
  }

  /**
   * Returns true if this client was shut down and has no running request.
   *
   * @return true if this client is at its end, and so is the client below
   */
  public boolean isTerminated() {
    return parts.calls().isTerminated();
  }

  /**
   * Waits until this client is terminated.
   *
   * @param limit how long; zero and less do not wait
   * @return false if the time was over first
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitTermination(Duration limit) throws InterruptedException {
    return parts.calls().awaitTermination(limit);
  }

  /**
   * Shuts down, and waits for what is under way. An interrupt while waiting makes it {@link
   * #shutdownNow()}; it then goes on waiting, and the thread's flag is set. Closes the client below
   * as well. Does nothing when called again.
   */
  @Override
  public void close() {
    parts.calls().close();
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }

  /**
   * A builder of the client below: web sockets are not retried.
   *
   * @return a new builder
   */
  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return client.newWebSocketBuilder();
  }

  /**
   * The client below.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "RetryingHttpClient(" + PrintableText.oneLine(client.toString()) + ")";
  }
}
