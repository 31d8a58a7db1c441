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
  private @Nullable HeldResponse rejected;
  private Instant answeredAt = Instant.EPOCH;

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
    HttpPlanner own = planner.withOutcomeReader(this);
    HttpEntity entity = request.getEntity();
    CheckedEntity sending =
        entity == null ? null : new CheckedEntity(entity, scope.execRuntime::discardEndpoint);
    body = sending;
    plan =
        sending == null || sending.isRepeatable()
            ? own.plan(Requests.info(request, scope.route))
            : own.planOnce(Requests.info(request, scope.route), sending::isBegun);
    RedirectContext before = RedirectContext.before(scope.clientContext, scope.exchangeId);
    caller = before == null ? Requests.dependency(scope.originalRequest) : before.caller();
    Retry planned = before == null ? plan.retry() : plan.retry().within(before.latest());
    retry = waits.ofSequential(planned);
  }

  /** The exchange that a request of this context belongs to. */
  static @Nullable RetriedExchange of(ExecChain.Scope scope) {
    return scope.clientContext.getAttribute(ATTRIBUTE) instanceof RetriedExchange exchange
        ? exchange
        : null;
  }

  ClassicHttpResponse execute() throws IOException, HttpException {
    scope.clientContext.setAttribute(ATTRIBUTE, this);
    try {
      return notAborted(retry.callWith(this::attempt));
    } catch (CallCancelledException cancelled) {
      throw cancelled.failure();
    } catch (IOException | HttpException | RuntimeException failure) {
      throw failure;
    } catch (Exception undeclared) {
      throw new IllegalStateException(FailureText.describe(undeclared), undeclared);
    } finally {
      scope.clientContext.removeAttribute(ATTRIBUTE);
      scope.clientContext.setRequestConfig(config);
    }
  }

  /** A response that was waited upon when the caller gave up is of no use to it. */
  private ClassicHttpResponse notAborted(ClassicHttpResponse response) throws IOException {
    if (isAborted()) {
      response.close();
      throw new RequestFailedException("Request aborted");
    }
    if (latest != null && response.getCode() / 100 == 3) {
      new RedirectContext(scope.exchangeId, latest, caller).leaveIn(scope.clientContext);
    }
    return response;
  }

  private boolean isAborted() {
    return scope.execRuntime.isExecutionAborted();
  }

  private ClassicHttpResponse attempt(Attempt attempt) throws IOException, HttpException {
    closeRejected();
    checkNotAborted();
    sent = false;
    latest = attempt;
    startNanos = retry.environment().ticks().nanos();
    scope.clientContext.setRequestConfig(Requests.limited(config, plan.timeFor(attempt)));
    ExchangeTimeout set =
        ExchangeTimeout.set(
            plan.timeFor(attempt), retry.environment(), scope.execRuntime::discardEndpoint);
    timeout = set;
    try {
      return answered(attempt, set, proceed(attempt));
    } catch (IOException failure) {
      throw toThrow(failure, set.end());
    } catch (HttpException | RuntimeException | Error failure) {
      set.end();
      scope.execRuntime.discardEndpoint();
      throw failure;
    }
  }

  /** HttpClient closes a body by reading it to its end, which may never come. */
  private void closeRejected() {
    HeldResponse before = rejected;
    rejected = null;
    if (before == null) {
      return;
    }
    if (!before.isWhole()) {
      scope.execRuntime.discardEndpoint();
    }
    try {
      before.close();
    } catch (IOException goneAlready) {
      scope.execRuntime.discardEndpoint();
    }
  }

  private void checkNotAborted() {
    if (isAborted()) {
      throw new CallCancelledException(new RequestFailedException("Request aborted"));
    }
  }

  /** Each attempt has a request of its own, for those behind change it. */
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
    answeredAt = retry.environment().wallClock().instant();
    return response;
  }

  /** The request is about to leave; one whose time is over does not. */
  void requestLeaves() throws SocketTimeoutException {
    if (timeout != null && timeout.isCutShort()) {
      throw HeldStream.timedOut(null);
    }
    sent = true;
  }

  private ClassicHttpResponse answered(
      Attempt attempt, ExchangeTimeout set, ClassicHttpResponse response) throws IOException {
    HttpResponseInfo reply = replyOf(response);
    boolean rejects = plan.mayRetry(attempt, reply);
    HeldResponse held = new HeldResponse(response, set);
    HttpEntity entity = response.getEntity();
    if (entity == null || !entity.isStreaming()) {
      set.end();
    } else {
      int bytes = plan.isRetryable(reply) ? 0 : Math.toIntExact(bodies.readBytes());
      HeldEntity read = rejects ? hold(attempt, entity, set) : HeldEntity.read(entity, bytes, set);
      held.setEntity(read);
      settle(set, held, read, rejects);
    }
    if (rejects) {
      rejected = held;
      listenForAbort();
    }
    return held;
  }

  /** Reads the beginning of a body, for a part of the attempt's time only. */
  private HeldEntity hold(Attempt attempt, HttpEntity entity, ExchangeTimeout set)
      throws IOException {
    RetryEnvironment environment = retry.environment();
    Duration spent = Duration.ofNanos(Math.max(0, environment.ticks().nanos() - startNanos));
    Duration time = plan.timeFor(attempt).minus(spent);
    Duration hold = plan.holdingTime(time.isNegative() ? Duration.ZERO : time);
    ExchangeTimeout cut =
        ExchangeTimeout.set(hold.multipliedBy(2), environment, scope.execRuntime::discardEndpoint);
    try {
      long end = environment.ticks().nanos() + hold.toNanos();
      return HeldEntity.read(entity, HELD_BYTES, set, () -> environment.ticks().nanos() - end < 0);
    } finally {
      cut.end();
    }
  }

  private void settle(ExchangeTimeout set, HeldResponse held, HeldEntity read, boolean rejects)
      throws IOException {
    IOException failure = read.failure();
    if (failure != null && !rejects) {
      held.close();
      throw failure;
    }
    if (read.isWhole() || bodies.unlimited()) {
      boolean cut = set.end();
      if (cut && !read.isWhole()) {
        held.close();
        throw HeldStream.timedOut(null);
      }
    }
  }

  /** While the call waits, an abort has to wake it. */
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
   * Returns the exception to throw for a failure: the one that HttpClient threw, unless it is our
   * own doing.
   */
  private IOException toThrow(IOException failure, boolean cutShort) {
    scope.execRuntime.discardEndpoint();
    if (isAborted()) {
      throw new CallCancelledException(failure);
    }
    listenForAbort();
    boolean isTimeout =
        failure instanceof SocketTimeoutException
            || failure instanceof ConnectionRequestTimeoutException;
    return cutShort && !isTimeout ? HeldStream.timedOut(failure) : failure;
  }

  private HttpResponseInfo replyOf(HttpResponse response) {
    return new ApacheResponseInfo(response, answeredAt, !sent && Requests.isOnlyForCache(request));
  }

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HttpResponse response ? replyOf(response) : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return ApacheFaults.of(failure, sent);
  }
}
