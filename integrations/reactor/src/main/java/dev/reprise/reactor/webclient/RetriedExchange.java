package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpPlan;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.http.client.ResponseBodySettings;
import dev.reprise.http.client.RetryMark;
import dev.reprise.reactor.ReactorRetry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Makes the attempts of one request. */
final class RetriedExchange implements HttpOutcomeReader {

  private static final String MARK = "dev.reprise.retry-mark";
  private static final int HELD_BYTES = 65_536;

  private final ClientRequest request;
  private final ExchangeFunction next;
  private final ResponseBodySettings bodies;
  private final RequestBody body;
  private final HttpPlan plan;
  private final HoldTimer timer;
  private final boolean hedged;
  private final RetryMark mark;

  /** The attempt that began last; attempts of calls that are not hedged do not overlap. */
  private volatile RequestBody.@Nullable Sending sending;

  private volatile @Nullable HeldResponse latest;

  RetriedExchange(
      HttpPlanner planner,
      ResponseBodySettings bodies,
      ClientRequest request,
      ExchangeFunction next) {
    this.request = request;
    this.next = next;
    this.bodies = bodies;
    body = new RequestBody(request.body());
    HttpPlanner own = planner.withOutcomeReader(this);
    plan =
        Boolean.TRUE.equals(request.attributes().get(RetryFilter.ONE_SHOT_BODY))
            ? own.planOneShot(infoOf(request), body::isStarted)
            : own.plan(infoOf(request));
    hedged = plan.retry().policy().hedge().isPresent();
    timer = new HoldTimer(plan.retry().environment());
    mark = RetryMark.begin(plan.retry().policy());
  }

  static boolean isWithinAttempt(ClientRequest request) {
    return RetryMark.isActive(request.attributes().get(MARK));
  }

  private static HttpRequestInfo infoOf(ClientRequest request) {
    return new HttpRequestInfo(
        request.method().name(),
        HttpRequestInfo.originOf(request.url()),
        HttpRequestInfo.keyOf(
            WebClientResponseInfo.lines(request.headers(), IdempotencyKeyField.NAME)));
  }

  Mono<ClientResponse> call() {
    CallEnd end = new CallEnd();
    Retry retry = plan.retry().withListener(end);
    return ReactorRetry.of(retry)
        .monoWith(this::attempt)
        .doFinally(ended -> mark.end())
        .map(held -> end.reported(held.forCaller()))
        .doOnDiscard(HeldResponse.class, HeldResponse::close);
  }

  private Mono<HeldResponse> attempt(Attempt attempt) {
    closeRejected();
    Duration limit = plan.timeFor(attempt);
    long startNanos = timer.nanos();
    RequestBody.Sending now = body.begin();
    sending = now;
    ClientRequest prepared =
        ClientRequest.from(request)
            .headers(fields -> plan.headers(attempt, fields::set))
            .attribute(MARK, mark)
            .body(now)
            .build();
    TimeLeft timeLeft = new TimeLeft(timer, startNanos, limit);
    return next.exchange(prepared)
        .flatMap(
            response ->
                Mono.deferContextual(context -> held(attempt, context, response, now, timeLeft)));
  }

  /** The next attempt may need the connection. Of overlapping attempts, core closes them. */
  private void closeRejected() {
    HeldResponse before = latest;
    latest = null;
    if (before != null && !hedged) {
      before.close();
    }
  }

  private Mono<HeldResponse> held(
      Attempt attempt,
      ContextView context,
      ClientResponse response,
      RequestBody.Sending sent,
      TimeLeft timeLeft) {
    HeldResponse held =
        new HeldResponse(
            context,
            response,
            WebClientResponseInfo.of(response, timer.wallClock(), sent.isRepeatedByClient()),
            timer,
            bodies.unlimited() ? null : timeLeft);
    if (plan.mayRetry(attempt, held)) {
      latest = held;
      return held.hold(HELD_BYTES, plan.holdingTime(timeLeft.remaining()));
    }
    return bodies.readBytes() > 0 && !plan.isRetryable(held)
        ? held.read(bodies.readBytes())
        : Mono.just(held);
  }

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HeldResponse response ? response : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    RequestBody.Sending last = sending;
    boolean sent = hedged || last == null || !last.abandonUnlessSent();
    if (sent) {
      return WebClientFaults.afterRequest(failure);
    }
    return failure instanceof AttemptTimeoutException
        ? HttpFault.CONNECT_TIMEOUT
        : WebClientFaults.beforeRequest(failure);
  }
}
