package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpPlan;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of one request; the retry makes the waits between them. */
final class RequestAttempts<T> {

  private final HttpClient client;
  private final InFlightCalls calls;
  private final boolean admitted;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final int heldBytes;
  private final @Nullable CheckedRequestBody body;
  private final @Nullable RedirectOutcomeReader redirects;
  private final HttpPlan plan;
  private final Retry retry;
  private final boolean hedged;
  private final Queue<HeldResponse<T>> openResponses = new ConcurrentLinkedQueue<>();
  private volatile boolean abandoned;

  RequestAttempts(
      ClientContext context,
      boolean admitted,
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable Attempt outer) {
    client = context.client();
    calls = context.calls();
    heldBytes = context.heldBytes();
    this.admitted = admitted;
    this.request = request;
    this.handler = handler;
    body = RequestBodies.of(request.bodyPublisher().orElse(null));
    HttpPlan standard = plan(context.planner());
    redirects = RedirectOutcomeReader.of(client, request, standard.retry().policy());
    plan = redirects == null ? standard : plan(context.planner().withOutcomeReader(redirects));
    retry = outer == null ? plan.retry() : plan.retry().within(outer);
    hedged = retry.policy().hedge().isPresent();
  }

  private HttpPlan plan(HttpPlanner planner) {
    HttpRequestInfo info =
        new HttpRequestInfo(
            request.method(),
            HttpRequestInfo.originOf(request.uri()),
            HttpRequestInfo.keyOf(request.headers().allValues(IdempotencyKeyField.NAME)));
    CheckedRequestBody sent = body;
    return sent == null || !sent.isOneShot()
        ? planner.plan(info)
        : planner.planOneShot(info, sent::isStarted);
  }

  Retry retry() {
    return retry;
  }

  /** Makes an attempt on this thread. */
  HeldResponse<T> send(Attempt attempt) throws IOException, InterruptedException {
    startAttempt();
    long deadline = deadlineOf(attempt);
    HoldingBodyHandler<T> holding = holding(attempt);
    boolean succeeded = false;
    try {
      HttpResponse<@Nullable Object> response = client.send(prepared(attempt), holding);
      succeeded = true;
      return track(new HeldResponse<>(response, holding, deadline));
    } finally {
      if (!succeeded) {
        holding.discard();
      }
    }
  }

  /** Starts an attempt. */
  CompletableFuture<HeldResponse<T>> sendAsync(
      Attempt attempt, @Nullable PushPromiseHandler<T> pushes) throws IOException {
    startAttempt();
    long deadline = deadlineOf(attempt);
    HoldingBodyHandler<T> holding = holding(attempt);
    HttpRequest prepared = prepared(attempt);
    CompletableFuture<HttpResponse<@Nullable Object>> sent =
        pushes == null
            ? client.sendAsync(prepared, holding)
            : client.sendAsync(prepared, holding, widened(pushes));
    return AttemptFuture.of(sent, holding, deadline, this::track);
  }

  private HoldingBodyHandler<T> holding(Attempt attempt) {
    return new HoldingBodyHandler<>(
        handler,
        info -> plan.mayRetry(attempt, info),
        retry.environment().wallClock(),
        heldBytes,
        held -> limitTime(held, attempt));
  }

  /** Limits the time for holding a body to a part of the attempt's time. */
  private void limitTime(HeldBody held, Attempt attempt) {
    try {
      Delayer.Scheduled timer =
          Delayer.guarded(retry.environment().delayer())
              .schedule(held::stopHolding, plan.holdingTime(attempt.timeLeft()).toNanos());
      CompletionStage<?> unused = held.getBody().whenComplete((body, failure) -> timer.cancel());
    } catch (RuntimeException | Error rejection) {
      held.stopHolding();
    }
  }

  /**
   * Closes earlier responses: the next attempt supersedes them. Attempts of a hedged call overlap;
   * there only core knows which response is unused.
   */
  private void startAttempt() throws IOException {
    if (!hedged) {
      closeResponses();
    }
    if (!admitted || calls.isShutNow()) {
      throw new ClientClosedException();
    }
  }

  private HeldResponse<T> track(HeldResponse<T> response) {
    openResponses.add(response);
    if (abandoned) {
      closeResponses();
    }
    return response;
  }

  /** Closes all present and later responses: the caller gets no response of this request. */
  void abandon() {
    abandoned = true;
    closeResponses();
  }

  private void closeResponses() {
    for (HeldResponse<T> response = openResponses.poll();
        response != null;
        response = openResponses.poll()) {
      response.close();
    }
  }

  /** Makes the call, and abandons the request if the call fails. */
  HeldResponse<T> abandonOnFailure(Callable<HeldResponse<T>> call) throws Exception {
    boolean succeeded = false;
    try {
      HeldResponse<T> response = call.call();
      succeeded = true;
      return response;
    } finally {
      if (!succeeded) {
        abandon();
      }
    }
  }

  private long deadlineOf(Attempt attempt) {
    Duration left = attempt.timeLeft();
    long now = retry.environment().ticks().nanos();
    return left.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0
        ? now + left.toNanos()
        : HeldResponse.NO_DEADLINE;
  }

  private HttpRequest prepared(Attempt attempt) {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    plan.headers(attempt, fields::put);
    BodyPublisher publisher = redirects == null ? body : redirects.startAttempt(body);
    if (fields.isEmpty() && publisher == null) {
      return request;
    }
    HttpRequest.Builder copy =
        HttpRequest.newBuilder(request, (name, value) -> !fields.containsKey(name));
    fields.forEach(copy::setHeader);
    return publisher == null ? copy.build() : copy.method(request.method(), publisher).build();
  }

  /** Safe, since the body handler of each push is created and used only by the push handler. */
  @SuppressWarnings("unchecked")
  private static <T> PushPromiseHandler<@Nullable Object> widened(PushPromiseHandler<T> pushes) {
    return (PushPromiseHandler<@Nullable Object>) (PushPromiseHandler<?>) pushes;
  }
}
