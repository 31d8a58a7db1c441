package dev.reprise.okhttp;

import dev.reprise.function.Attempt;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpPlan;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.http.client.CallCancelledException;
import dev.reprise.http.client.CancellableWaits;
import dev.reprise.http.client.ExchangeTimeout;
import dev.reprise.http.client.ResponseBodySettings;
import dev.reprise.http.client.RetryMark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of one call, one after another. */
final class RetriedCall implements HttpOutcomeReader {

  private static final long HELD_BYTES = 65_536;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Interceptor.Chain chain;
  private final ResponseBodySettings bodies;
  private final CancellableWaits waits = new CancellableWaits();
  private final CallEvents events = new CallEvents(waits::cancel);
  private final Request request;
  private final HttpPlan plan;
  private final RetryMark mark;
  private volatile boolean deadlineReached;
  private @Nullable Response latest;

  RetriedCall(HttpPlanner planner, ResponseBodySettings bodies, Interceptor.Chain chain) {
    this.chain = chain;
    this.bodies = bodies;
    HttpPlanner ownPlanner = planner.withOutcomeReader(this);
    Request given = chain.request();
    CheckedRequestBody body = CheckedRequestBody.of(given.body());
    request = body == null ? given : given.newBuilder().method(given.method(), body).build();
    plan =
        body == null || !body.isOneShotOrDuplex()
            ? ownPlanner.plan(infoOf(given))
            : ownPlanner.planOneShot(infoOf(given), body::isStarted);
    mark = RetryMark.begin(plan.retry().policy());
  }

  private static HttpRequestInfo infoOf(Request request) {
    HttpUrl url = request.url();
    String host = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
    return new HttpRequestInfo(
        request.method(),
        url.scheme() + "://" + host + ":" + url.port(),
        HttpRequestInfo.keyOf(request.headers(IdempotencyKeyField.NAME)));
  }

  Response proceed() throws IOException {
    chain.call().addEventListener(events);
    boolean succeeded = false;
    try {
      Response response = waits.ofSequential(plan.retry()).callWith(this::attempt);
      succeeded = true;
      return response;
    } catch (CallCancelledException cancelled) {
      throw cancelled.failure();
    } finally {
      mark.end();
      if (!succeeded) { // such as by a condition of the policy that threw
        closeLatest();
      }
    }
  }

  private Response attempt(Attempt attempt) throws IOException {
    closeLatest();
    events.startAttempt();
    AttemptTime time = AttemptTime.of(attempt, plan.timeFor(attempt));
    ExchangeTimeout attemptTimeout =
        ExchangeTimeout.start(time.limit(), plan.retry().environment(), () -> abort(time));
    Response response;
    try {
      response = read(attempt, time, time.applyTo(chain).proceed(withHeaders(attempt)));
    } catch (IOException failure) {
      throw toThrow(attempt, failure, attemptTimeout.end());
    } finally {
      attemptTimeout.end();
    }
    if (attemptTimeout.end() && (isIncomplete(response) || deadlineReached)) {
      response.close();
      throw toThrow(attempt, new SocketTimeoutException("timeout"), true);
    }
    return response;
  }

  /** OkHttp starts no request while the body of the earlier response is open. */
  private void closeLatest() {
    Response before = latest;
    latest = null;
    if (before != null) {
      before.close();
    }
  }

  private Request withHeaders(Attempt attempt) {
    Request.Builder builder = request.newBuilder().tag(RetryMark.class, mark);
    plan.headers(attempt, builder::header);
    return builder.build();
  }

  private Response read(Attempt attempt, AttemptTime time, Response response) throws IOException {
    if (response.code() == SWITCHING_PROTOCOLS) {
      return response;
    }
    latest = response;
    time.applyTo(response);
    HttpResponseInfo info = infoOf(response);
    if (plan.mayRetry(attempt, info)) {
      Duration hold = plan.holdingTime(time.remaining());
      return HeldBody.read(response, HELD_BYTES, hold.toNanos()).in(response);
    }
    boolean reads = bodies.readBytes() > 0 && !plan.isRetryable(info);
    Response accepted = reads ? readWhole(response) : response;
    if (bodies.unlimited()) {
      AttemptTime.removeFrom(accepted, chain.readTimeoutMillis());
      events.setReadTimeout(chain.readTimeoutMillis());
    }
    return accepted;
  }

  private Response readWhole(Response response) throws IOException {
    HeldBody body = HeldBody.read(response, bodies.readBytes(), Long.MAX_VALUE);
    IOException failure = body.failure();
    if (failure != null) {
      throw failure;
    }
    return body.in(response);
  }

  /** Returns true if the end of the body may be missing, since its socket was closed. */
  private static boolean isIncomplete(Response response) {
    return !(response.body() instanceof HeldBody held && held.isComplete());
  }

  private void abort(AttemptTime time) {
    if (time.isLastOfCall()) {
      deadlineReached = true;
      chain.call().cancel();
    } else {
      events.endAttempt();
    }
  }

  /**
   * Returns the exception to throw for a failure: the failure itself, unless this class caused it.
   */
  private IOException toThrow(Attempt attempt, IOException failure, boolean aborted) {
    if (chain.call().isCanceled() && !deadlineReached) {
      throw new CallCancelledException(failure);
    }
    boolean timedOut = aborted || isDeadline(failure);
    if (!timedOut || failure instanceof SocketTimeoutException) {
      return failure;
    }
    SocketTimeoutException timeout =
        new SocketTimeoutException("attempt " + attempt.number() + " took too long");
    timeout.initCause(failure);
    return timeout;
  }

  /**
   * Okio reports a deadline by the same class as an interruption, but does not set the interrupt
   * flag.
   */
  private static boolean isDeadline(IOException failure) {
    return failure instanceof InterruptedIOException && !Thread.currentThread().isInterrupted();
  }

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof Response response ? infoOf(response) : null;
  }

  private HttpResponseInfo infoOf(Response response) {
    return new OkHttpResponseInfo(response, events.isFollowedUp());
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return failure instanceof IOException io ? OkHttpFaults.of(io, events.exchanges()) : null;
  }
}
