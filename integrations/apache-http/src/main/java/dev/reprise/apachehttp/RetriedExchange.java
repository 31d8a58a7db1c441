package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpPlan;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.client.CallCancelledException;
import dev.reprise.http.client.CancellableWaits;
import dev.reprise.http.client.ExchangeTimeout;
import dev.reprise.http.client.ResponseBodySettings;
import dev.reprise.report.FailureText;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of one request to one address, one after another. */
final class RetriedExchange implements HttpOutcomeReader {

  private static final String ATTRIBUTE = "dev.reprise.apachehttp.exchange";
  private static final int HELD_BYTES = 65_536;

  private final ClassicHttpRequest request;
  private final ExecChain.Scope scope;
  private final ExecChain chain;
  private final ResponseBodySettings bodies;
  private final CancellableWaits waits = new CancellableWaits();
  private final RequestConfig config;
  private final @Nullable HttpEntity body;
  private final HttpPlan plan;
  private final Retry retry;
  private final @Nullable CancellableDependency caller;
  private volatile boolean sent;
  private long startNanos;
  private @Nullable Attempt latest;
  private @Nullable ExchangeTimeout timeout;
  private @Nullable HeldResponse latestResponse;
  private Instant receivedAt = Instant.EPOCH;

  RetriedExchange(
      HttpPlanner planner,
      ResponseBodySettings bodies,
      ClassicHttpRequest request,
      ExecChain.Scope scope,
      ExecChain chain) {
    this.request = request;
    this.scope = scope;
    this.chain = chain;
    this.bodies = bodies;
    config = scope.clientContext.getRequestConfigOrDefault();
    HttpPlanner ownPlanner = planner.withOutcomeReader(this);
    HttpEntity entity = request.getEntity();
    CheckedEntity sending =
        entity == null ? null : new CheckedEntity(entity, scope.execRuntime::discardEndpoint);
    body = sending;
    plan =
        sending == null || sending.isRepeatable()
            ? ownPlanner.plan(RequestReader.info(request, scope.route))
            : ownPlanner.planOneShot(RequestReader.info(request, scope.route), sending::isStarted);
    RedirectContext earlier = RedirectContext.takeFrom(scope.clientContext, scope.exchangeId);
    caller = earlier == null ? RequestReader.cancellable(scope.originalRequest) : earlier.caller();
    Retry planned = earlier == null ? plan.retry() : plan.retry().within(earlier.latest());
    retry = waits.ofSequential(planned);
  }

  /** The running exchange of a scope; null if there is none. */
  static @Nullable RetriedExchange of(ExecChain.Scope scope) {
    return scope.clientContext.getAttribute(ATTRIBUTE) instanceof RetriedExchange exchange
        ? exchange
        : null;
  }

  /**
   * Returns true if retries around these make the attempts of a scope, which would multiply. The
   * outer ones could not know then what was sent.
   */
  static boolean isWithinAttempt(ExecChain.Scope scope) {
    RetriedExchange outer = of(scope);
    return outer != null && outer.scope.exchangeId.equals(scope.exchangeId);
  }

  ClassicHttpResponse execute() throws IOException, HttpException {
    scope.clientContext.setAttribute(ATTRIBUTE, this);
    boolean succeeded = false;
    try {
      ClassicHttpResponse response = checked(retry.callWith(this::attempt));
      succeeded = true;
      return response;
    } catch (CallCancelledException cancelled) {
      throw cancelled.failure();
    } catch (IOException | HttpException | RuntimeException failure) {
      throw failure;
    } catch (Exception undeclared) {
      throw new IllegalStateException(FailureText.describe(undeclared), undeclared);
    } finally {
      if (!succeeded) { // such as by a condition of the policy that threw
        closeLatest();
      }
      scope.clientContext.removeAttribute(ATTRIBUTE);
      scope.clientContext.setRequestConfig(config);
    }
  }

  /** Closes the response and throws if the caller has aborted the request. */
  private ClassicHttpResponse checked(ClassicHttpResponse response) throws IOException {
    if (isAborted()) {
      response.close();
      throw new RequestFailedException("Request aborted");
    }
    if (latest != null && response.getCode() / 100 == 3) {
      new RedirectContext(scope.exchangeId, latest, caller).storeIn(scope.clientContext);
    }
    return response;
  }

  private boolean isAborted() {
    return scope.execRuntime.isExecutionAborted();
  }

  private ClassicHttpResponse attempt(Attempt attempt) throws IOException, HttpException {
    closeLatest();
    checkNotAborted();
    sent = false;
    latest = attempt;
    startNanos = retry.environment().ticks().nanos();
    scope.clientContext.setRequestConfig(RequestReader.limited(config, plan.timeFor(attempt)));
    ExchangeTimeout started =
        ExchangeTimeout.start(
            plan.timeFor(attempt), retry.environment(), scope.execRuntime::discardEndpoint);
    timeout = started;
    try {
      return hold(attempt, started, proceed(attempt));
    } catch (IOException failure) {
      throw toThrow(failure, started.end());
    } catch (HttpException | RuntimeException | Error failure) {
      started.end();
      scope.execRuntime.discardEndpoint();
      throw failure;
    }
  }

  /**
   * Frees the connection of the latest response: the next request would be sent on it, and would
   * get the remaining bytes of the body for its response. HttpClient closes a body by reading it to
   * its end, so an incomplete body needs another way.
   */
  private void closeLatest() {
    HeldResponse before = latestResponse;
    latestResponse = null;
    if (before == null || before.isClosed()) {
      return;
    }
    if (!before.isComplete()) {
      scope.execRuntime.discardEndpoint();
    }
    try {
      before.close();
    } catch (IOException alreadyClosed) {
      scope.execRuntime.discardEndpoint();
    }
  }

  private void checkNotAborted() {
    if (isAborted()) {
      throw new CallCancelledException(new RequestFailedException("Request aborted"));
    }
  }

  /** Copies the request for each attempt, since later interceptors change it. */
  private ClassicHttpResponse proceed(Attempt attempt) throws IOException, HttpException {
    ClassicHttpRequest next = ClassicRequestBuilder.copy(request).build();
    next.setEntity(body);
    plan.headers(
        attempt,
        (name, value) -> {
          next.removeHeaders(name);
          next.addHeader(name, value);
        });
    ClassicHttpRequest original = ClassicRequestBuilder.copy(next).build();
    ClassicHttpResponse response =
        chain.proceed(
            next,
            new ExecChain.Scope(
                scope.exchangeId, scope.route, original, scope.execRuntime, scope.clientContext));
    receivedAt = retry.environment().wallClock().instant();
    return response;
  }

  /** Called before the request is sent; throws if the time of the attempt is over. */
  void beforeSending() throws SocketTimeoutException {
    if (timeout != null && timeout.isAborted()) {
      throw HeldStream.timedOut(null);
    }
    sent = true;
  }

  private ClassicHttpResponse hold(
      Attempt attempt, ExchangeTimeout exchange, ClassicHttpResponse response) throws IOException {
    HttpResponseInfo info = infoOf(response);
    boolean mayRetry = plan.mayRetry(attempt, info);
    HeldResponse held = new HeldResponse(response, exchange);
    latestResponse = held;
    HttpEntity entity = response.getEntity();
    if (entity == null || !entity.isStreaming()) {
      exchange.end();
    } else {
      int bytes = plan.isRetryable(info) ? 0 : Math.toIntExact(bodies.readBytes());
      HeldEntity read =
          mayRetry
              ? readBeginning(attempt, entity, exchange)
              : HeldEntity.read(entity, bytes, exchange);
      held.setEntity(read);
      endTimeout(exchange, held, read, mayRetry);
    }
    listenForAbort();
    return held;
  }

  /** Reads the beginning of a body, in a part of the attempt's time. */
  private HeldEntity readBeginning(Attempt attempt, HttpEntity entity, ExchangeTimeout exchange)
      throws IOException {
    RetryEnvironment environment = retry.environment();
    Duration spent = Duration.ofNanos(Math.max(0, environment.ticks().nanos() - startNanos));
    Duration time = plan.timeFor(attempt).minus(spent);
    Duration hold = plan.holdingTime(time.isNegative() ? Duration.ZERO : time);
    ExchangeTimeout abort =
        ExchangeTimeout.start(
            hold.multipliedBy(2), environment, scope.execRuntime::discardEndpoint);
    try {
      long end = environment.ticks().nanos() + hold.toNanos();
      return HeldEntity.read(
          entity, HELD_BYTES, exchange, () -> environment.ticks().nanos() - end < 0);
    } finally {
      abort.end();
    }
  }

  /** Ends the timeout if no more is read, or the caller may read without a limit. */
  private void endTimeout(
      ExchangeTimeout exchange, HeldResponse held, HeldEntity read, boolean mayRetry)
      throws IOException {
    IOException failure = read.failure();
    if (failure != null && !mayRetry) {
      held.close();
      throw failure;
    }
    if (read.isComplete() || bodies.unlimited()) {
      boolean aborted = exchange.end();
      if (aborted && !read.isComplete()) {
        held.close();
        throw HeldStream.timedOut(null);
      }
    }
  }

  /** Makes an abort by the caller end a wait between attempts. */
  private void listenForAbort() {
    if (caller != null) {
      caller.setDependency(
          () -> {
            waits.cancel();
            scope.execRuntime.discardEndpoint();
            return true;
          });
    }
  }

  /**
   * Returns the exception to throw for a failure: the failure itself, unless this class caused it.
   */
  private IOException toThrow(IOException failure, boolean aborted) {
    scope.execRuntime.discardEndpoint();
    if (isAborted()) {
      throw new CallCancelledException(failure);
    }
    listenForAbort();
    boolean isTimeout =
        failure instanceof SocketTimeoutException
            || failure instanceof ConnectionRequestTimeoutException;
    return aborted && !isTimeout ? HeldStream.timedOut(failure) : failure;
  }

  private HttpResponseInfo infoOf(HttpResponse response) {
    return new ApacheResponseInfo(
        response, receivedAt, !sent && RequestReader.isOnlyForCache(request));
  }

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HttpResponse response ? infoOf(response) : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return ApacheFaults.of(failure, sent);
  }
}
