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
 * A {@link HttpClient} that retries the requests of another {@code HttpClient}. Code that uses the
 * client stays unchanged:
 *
 * <pre>{@code
 * HttpClient client = RetryingHttpClient.of(HttpClient.newHttpClient());
 * HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <p>{@link HttpRetry} defines what is retried. The last response is returned with any status; the
 * last failure is thrown unchanged. {@link #sendForResult} reports the attempts as well.
 *
 * <p><b>Response bodies.</b> The caller's body handler receives only the response that is returned.
 * If another attempt may follow a response, its body is held in memory, up to {@linkplain
 * #holdingUpTo a limit}, and for at most a second, or a quarter of the attempt's time if that is
 * less; the remaining bytes wait at the server. If an attempt follows, a body that was held to its
 * end has returned its connection to the pool. A longer body is discarded before the attempt
 * starts: over HTTP/1.1 its connection is closed; over HTTP/2 the bytes that the peer may have sent
 * already are received and dropped, and the stream is cancelled if there are more. If no attempt
 * follows, the handler receives the body as a stream with the reader's own demand, as it would
 * without this client.
 *
 * <p>Handlers that stream ({@code ofInputStream}, {@code ofLines}, {@code ofPublisher}) return when
 * the head of a response has arrived; a later failure while its body is read is not retried. A
 * policy can retry results as well ({@code retryOnResult}, with {@link HttpResponse}): the handler
 * has then read the body of such a response, and the body is closed if possible. If a body ends
 * before the handler has all of it, the attempt fails, and the next attempt requests a new
 * subscriber from the handler. A handler that passes parts on ({@code ofByteArrayConsumer}, {@code
 * fromSubscriber} with the same subscriber) has then passed on the beginning twice; {@code ofFile}
 * overwrites the file.
 *
 * <p><b>Request bodies.</b> Bodies that the JDK creates from a string, a byte array or a file are
 * sent again. All other publishers are sent once, including {@code BodyPublishers.ofByteArrays},
 * {@code ofInputStream}, {@code fromPublisher} and {@code concat}: such a request is retried only
 * as long as its body was not subscribed to, as after a refused connection. A failure that is not
 * retried for this reason has the note {@link dev.reprise.http.BodyNotRepeatable}. {@link
 * #repeatable} declares a publisher repeatable. A body that is sent again, also by the JDK's client
 * after a redirect, must supply the same bytes: {@link dev.reprise.http.client.BodyCheck} compares
 * them, and the request fails with {@link dev.reprise.http.BodyChangedException} before a different
 * body is complete. A body that is sent once is not started again after it was interrupted,
 * although the JDK's client would do so for a refused stream.
 *
 * <p><b>Time.</b> An attempt lasts until the body handler has its body. The attempt timeout and the
 * time limit of the policy also limit the reading of the body; {@link HttpRequest#timeout()} does
 * not: on Java 17 to 25 it ends with the head of the response. Both apply, and both count as a
 * timed-out attempt. If the policy ends an attempt, {@code send} and {@code sendAsync} report a
 * {@link HttpTimeoutException}, as callers of {@code HttpClient} expect; its cause is the {@link
 * AttemptTimeoutException}.
 *
 * <p><b>Cancellation.</b> Completing or cancelling a future of {@code sendAsync} ends the running
 * exchange, and no other one starts. Interrupting the thread in {@code send} does the same.
 *
 * <p><b>Retries of the wrapped client.</b> The JDK's own client repeats some requests by itself.
 * This happens within an attempt and is not counted:
 *
 * <table>
 *   <caption>Requests that the JDK's client repeats by itself</caption>
 *   <tr><th>case</th><th>number</th><th>system property that disables it</th></tr>
 *   <tr><td>a connection that cannot be established ({@code ConnectException})</td>
 *       <td>once</td><td>{@code jdk.httpclient.disableRetryConnect=true}</td></tr>
 *   <tr><td>GET and HEAD on a pooled connection that was closed before any response</td>
 *       <td>once, on a new connection</td><td>none</td></tr>
 *   <tr><td>the same for all other methods</td><td>never</td>
 *       <td><em>enabled</em> by {@code jdk.httpclient.enableAllMethodRetry=true}, which can send a
 *       payment twice: do not set it</td></tr>
 *   <tr><td>a stream that the peer has not processed (REFUSED_STREAM, or above the last stream of a
 *       GOAWAY), with any method</td><td>once, on a new connection, since Java 24 and in updates of
 *       17 and 21 that contain JDK-8335181 (17.0.17); never in earlier versions</td>
 *       <td>none</td></tr>
 *   <tr><td>redirects, if {@code followRedirects} is set</td><td>up to 5 requests</td>
 *       <td>{@code jdk.httpclient.redirects.retrylimit}</td></tr>
 *   <tr><td>authentication, if an {@code Authenticator} is set</td><td>up to 3 times</td>
 *       <td>{@code jdk.httpclient.auth.retrylimit}</td></tr>
 * </table>
 *
 * <p><b>Redirects</b> that the client follows reduce the retries of requests that must not be sent
 * twice: when the redirected request fails, the first one has already had its effect. The effect of
 * a response after a redirect is therefore unknown, and a failure counts as one without effect only
 * as long as the body of the request was not requested. A POST whose connection is refused is
 * retried, but not a POST without a body or with {@code expectContinue}, and not one whose stream
 * is refused. {@code Redirect.NEVER}, the default of the JDK's client, has none of these
 * restrictions.
 *
 * <p><b>Server push.</b> The push handler receives the pushes of every attempt.
 *
 * <p>Web sockets are created by the wrapped client, without retries.
 *
 * <p>Immutable, and safe for use by any thread. No parameter is null unless it says so.
 */
public final class RetryingHttpClient extends HttpClient implements AutoCloseable {

  private static final int HELD_BYTES = 64 * 1024;

  private final HttpClient client;
  private final ClientContext context;
  private final @Nullable Attempt outer;

  private RetryingHttpClient(ClientContext context, @Nullable Attempt outer) {
    client = context.client();
    this.context = context;
    this.outer = outer;
  }

  /**
   * A client that retries by the {@linkplain RetryPolicy#defaults() default policy}.
   *
   * @param client the client that makes the attempts; it must not retry by itself
   * @return a client that wraps it
   * @throws IllegalArgumentException if {@code client} is a {@code RetryingHttpClient}
   */
  public static RetryingHttpClient of(HttpClient client) {
    return of(client, Retry.of(RetryPolicy.defaults()));
  }

  /**
   * A client that retries with the standard rules and hints.
   *
   * @param client the client that makes the attempts; it must not retry by itself
   * @param retry makes the attempts; create it once for the client
   * @return a client that wraps it
   * @throws IllegalArgumentException if {@code client} is a {@code RetryingHttpClient}
   */
  public static RetryingHttpClient of(HttpClient client, Retry retry) {
    return of(client, HttpRetry.of(retry));
  }

  /**
   * A client that retries by the given settings.
   *
   * @param client the client that makes the attempts; it must not retry by itself
   * @param settings the rules, the hints and the header fields for the server
   * @return a client that wraps it
   * @throws IllegalArgumentException if {@code client} is a {@code RetryingHttpClient}
   */
  public static RetryingHttpClient of(HttpClient client, HttpRetry settings) {
    Objects.requireNonNull(client, "client");
    if (client instanceof RetryingHttpClient) {
      throw new IllegalArgumentException(
          "client must not retry by itself, since attempts would multiply, but was " + client);
    }
    InFlightCalls calls = new InFlightCalls(new ClientShutdown(client));
    return new RetryingHttpClient(
        new ClientContext(client, settings.planner(JdkOutcomeReader.INSTANCE), calls, HELD_BYTES),
        null);
  }

  /**
   * Declares a request body repeatable: each subscription gets the whole body. The JDK has no such
   * declaration. If the body supplies other bytes the second time, the request fails with {@link
   * dev.reprise.http.BodyChangedException}.
   *
   * @param body a body made with {@code BodyPublishers.fromPublisher} or {@code concat}, with
   *     {@code ofByteArrays} of a list, or with {@code ofInputStream} if the supplier opens a new
   *     stream each time
   * @return the same body, declared repeatable
   */
  public static BodyPublisher repeatable(BodyPublisher body) {
    return new RequestBodies.Repeatable(Objects.requireNonNull(body, "body"));
  }

  /**
   * Sets the longest part of a response body that is held in memory. More bytes are not requested
   * until it is decided that no attempt follows; if one follows, the connection of a longer body is
   * closed. 64 KiB by default.
   *
   * @param bytes number of bytes, at least 0; up to one buffer of the client more may be held
   * @return a copy with this limit; it shares the wrapped client, its state and its shutdown
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryingHttpClient holdingUpTo(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("holdingUpTo must be at least 0 bytes, but was " + bytes);
    }
    return new RetryingHttpClient(
        new ClientContext(client, context.planner(), context.calls(), bytes), outer);
  }

  /**
   * A client for requests within an attempt of another call. The requests have at most the
   * remaining time of this attempt, and its idempotency key if a key is sent.
   *
   * @param attempt the attempt
   * @return a copy with both; it shares the wrapped client, its state and its shutdown
   */
  public RetryingHttpClient within(Attempt attempt) {
    return new RetryingHttpClient(context, Objects.requireNonNull(attempt, "attempt"));
  }

  /**
   * Sends a request, with retries.
   *
   * @param request the request
   * @param handler handles the body of the response that is returned
   * @param <T> type of the body
   * @return the last response
   * @throws HttpTimeoutException if the last attempt exceeded the timeout of the request or of the
   *     policy
   * @throws IOException if the last attempt failed, or this client was shut down
   * @throws InterruptedException if the thread is interrupted during an attempt. An interrupt
   *     during a wait between attempts ends the call with the outcome of the last attempt, and sets
   *     the interrupt flag. If the body of that response is then still being read, a second
   *     interrupt ends the reading
   */
  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    InFlightCalls calls = context.calls();
    boolean admitted = calls.enter();
    try {
      RequestAttempts<T> attempts = attempts(admitted, request, handler);
      AttemptOperation<HeldResponse<T>, Exception> operation = attempts::send;
      HeldResponse<T> response =
          attempts.abandonOnFailure(
              () -> calls.waiting(attempts.retry(), retry -> retry.callWith(operation)));
      return FinalBodyReader.await(response, attempts.retry());
    } catch (AttemptTimeoutException timeout) {
      throw ResponseFuture.timedOut(timeout);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      throw failure;
    } catch (Exception undeclared) {
      throw FinalBodyReader.asIoException(undeclared);
    } finally {
      leave(admitted);
    }
  }

  /**
   * Sends a request, with retries, and returns its result instead of throwing. A failure in the
   * result is the exception of the last attempt.
   *
   * @param request the request
   * @param handler handles the body of the response in the result
   * @param <T> type of the body
   * @return the last response or failure, the number of attempts, the stop reason, and the report.
   *     If the last response is rejected and its body cannot be read, {@link HttpResponse#body()}
   *     throws an {@link java.io.UncheckedIOException}
   */
  public <T> RetryResult<HttpResponse<T>> sendForResult(
      HttpRequest request, BodyHandler<T> handler) {
    InFlightCalls calls = context.calls();
    boolean admitted = calls.enter();
    try {
      RequestAttempts<T> attempts = attempts(admitted, request, handler);
      RetryResult<HeldResponse<T>> result =
          calls.waiting(attempts.retry(), retry -> retry.executeWith(attempts::send));
      HeldResponse<T> response = result.value();
      if (response == null) {
        attempts.abandon();
      } else {
        awaitBody(response, attempts.retry());
      }
      return asResponse(result);
    } finally {
      leave(admitted);
    }
  }

  /** Waits for the body. {@link HeldResponse#body} reports a failure to read it. */
  private static void awaitBody(HeldResponse<?> response, Retry retry) {
    try {
      HttpResponse<?> unused = FinalBodyReader.await(response, retry);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    } catch (IOException unread) {
      System.getLogger("dev.reprise").log(Level.DEBUG, "a response body could not be read", unread);
    }
  }

  /**
   * Sends a request, with retries.
   *
   * @param request the request
   * @param handler handles the body of the response that is returned
   * @param <T> type of the body
   * @return completes with the last response, or with the last failure as {@link #send} would throw
   *     it. Completing or cancelling it ends the running exchange
   */
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return sendAsync(request, handler, null);
  }

  /**
   * The same as {@link #sendAsync(HttpRequest, BodyHandler)}, with server pushes.
   *
   * @param request the request
   * @param handler handles the body of the response that is returned
   * @param pushes receives the pushes of every attempt; null to refuse them
   * @param <T> type of the body
   * @return the same as {@link #sendAsync(HttpRequest, BodyHandler)}
   */
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
    return start(
        request,
        handler,
        attempts -> {
          CompletableFuture<HeldResponse<T>> call =
              attempts
                  .retry()
                  .<HeldResponse<T>>callAsyncWith(attempt -> attempts.sendAsync(attempt, pushes));
          return new ResponseFuture<HeldResponse<T>, T, HttpResponse<T>>(
                  attempts, HeldResponse::unwrapped, false)
              .to(call, response -> response);
        });
  }

  /**
   * The same as {@link #sendForResult}, without blocking a thread.
   *
   * @param request the request
   * @param handler handles the body of the response in the result
   * @param <T> type of the body
   * @return completes with the result that {@link #sendForResult} would return. Completing or
   *     cancelling it ends the running exchange
   */
  public <T> CompletableFuture<RetryResult<HttpResponse<T>>> sendForResultAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return start(
        request,
        handler,
        attempts -> {
          CompletableFuture<RetryResult<HeldResponse<T>>> call =
              attempts
                  .retry()
                  .<HeldResponse<T>>executeAsyncWith(attempt -> attempts.sendAsync(attempt, null));
          return new ResponseFuture<RetryResult<HeldResponse<T>>, T, RetryResult<HttpResponse<T>>>(
                  attempts, RetryingHttpClient::asResponse, true)
              .to(call, RetryResult::value);
        });
  }

  private <T, R> CompletableFuture<R> start(
      HttpRequest request,
      BodyHandler<T> handler,
      Function<RequestAttempts<T>, CompletableFuture<R>> operation) {
    boolean admitted = context.calls().enter();
    CompletableFuture<R> future;
    try {
      future = operation.apply(attempts(admitted, request, handler));
    } catch (Throwable bug) {
      leave(admitted);
      throw bug;
    }
    if (admitted) {
      context.calls().register(future);
      CompletableFuture<?> unused =
          future.whenComplete((value, failure) -> context.calls().leave());
    }
    return future;
  }

  private <T> RequestAttempts<T> attempts(
      boolean admitted, HttpRequest request, BodyHandler<T> handler) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(handler, "handler");
    return new RequestAttempts<>(context, admitted, request, handler, outer);
  }

  private void leave(boolean admitted) {
    if (admitted) {
      context.calls().leave();
    }
  }

  /** Safe, since a result is only read. */
  @SuppressWarnings("unchecked")
  private static <T> RetryResult<HttpResponse<T>> asResponse(RetryResult<HeldResponse<T>> result) {
    return (RetryResult<HttpResponse<T>>) (RetryResult<?>) result;
  }

  /**
   * Shuts down: accepts no more requests. Running requests continue, including their retries. When
   * the last one has ended, the wrapped client is shut down; before Java 21 clients have no
   * shutdown, and the garbage collector closes them.
   */
  public void shutdown() {
    context.calls().shutdown();
  }

  /**
   * Shuts down at once: accepts no more requests, starts no more attempts, and cancels the requests
   * of {@code sendAsync}. A {@code send} that waits for its next attempt ends with the outcome of
   * its last one. The shutdown of the wrapped client also ends the attempts of {@code send}; before
   * Java 21 these continue to their end.
   */
  public void shutdownNow() {
    context.calls().shutdownNow();
  }

  /**
   * Returns true if this client was shut down and has no running request.
   *
   * @return true if this client and the wrapped client are terminated
   */
  public boolean isTerminated() {
    return context.calls().isTerminated();
  }

  /**
   * Waits until this client is terminated.
   *
   * @param limit longest time to wait; zero or less does not wait
   * @return true if this client is terminated; false if the time was over first
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitTermination(Duration limit) throws InterruptedException {
    return context.calls().awaitTermination(limit);
  }

  /**
   * Shuts down, waits for the running requests, and closes the wrapped client. An interrupt during
   * the wait calls {@link #shutdownNow()}; the wait then continues, and the interrupt flag is set
   * at its end. Has no effect when called again.
   */
  @Override
  public void close() {
    context.calls().close();
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
   * A builder of the wrapped client: web sockets are not retried.
   *
   * @return a new builder
   */
  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return client.newWebSocketBuilder();
  }

  /**
   * The name of this class and the wrapped client.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "RetryingHttpClient(" + PrintableText.oneLine(client.toString()) + ")";
  }
}
