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

/** Makes the attempts of one request; the waits between them are made by the retry. */
final class RequestAttempts<T> {

  private final HttpClient client;
  private final InFlightCalls calls;
  private final boolean admitted;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final int heldBytes;
  private final @Nullable CheckedRequestBody body;
  private final @Nullable RedirectOutcomeReader followed;
  private final HttpPlan plan;
  private final Retry retry;
  private final boolean hedged;
  private final Queue<HeldResponse<T>> open = new ConcurrentLinkedQueue<>();
  private volatile boolean abandoned;

  RequestAttempts(
      ClientContext parts,
      boolean admitted,
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable Attempt outer) {
    client = parts.client();
    calls = parts.calls();
    heldBytes = parts.heldBytes();
    this.admitted = admitted;
    this.request = request;
    this.handler = handler;
    body = RequestBodies.of(request.bodyPublisher().orElse(null));
    HttpPlan standard = plan(parts.planner());
    followed = RedirectOutcomeReader.of(client, request, standard.retry().policy());
    plan = followed == null ? standard : plan(parts.planner().withOutcomeReader(followed));
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
    return sent == null || !sent.isOnce()
        ? planner.plan(info)
        : planner.planOnce(info, sent::isBegun);
  }

  Retry retry() {
    return retry;
  }

  /** Makes an attempt on this thread. */
  HeldResponse<T> send(Attempt attempt) throws IOException, InterruptedException {
    begin();
    long deadline = deadlineOf(attempt);
    HoldingBodyHandler<T> holding = holding(attempt);
    boolean answered = false;
    try {
      HttpResponse<@Nullable Object> response = client.send(prepared(attempt), holding);
      answered = true;
      return came(new HeldResponse<>(response, holding, deadline));
    } finally {
      if (!answered) {
        holding.discard();
      }
    }
  }

  /** Begins an attempt. */
  CompletableFuture<HeldResponse<T>> sendAsync(
      Attempt attempt, @Nullable PushPromiseHandler<T> pushes) throws IOException {
    begin();
    long deadline = deadlineOf(attempt);
    HoldingBodyHandler<T> holding = holding(attempt);
    HttpRequest prepared = prepared(attempt);
    CompletableFuture<HttpResponse<@Nullable Object>> sent =
        pushes == null
            ? client.sendAsync(prepared, holding)
            : client.sendAsync(prepared, holding, widened(pushes));
    return AttemptFuture.of(sent, holding, deadline, this::came);
  }

  private HoldingBodyHandler<T> holding(Attempt attempt) {
    return new HoldingBodyHandler<>(
        handler,
        reply -> plan.mayRetry(attempt, reply),
        retry.environment().wallClock(),
        heldBytes,
        held -> limit(held, attempt));
  }

  /** Lets a body be held for a part of the attempt's time only. */
  private void limit(HeldBody held, Attempt attempt) {
    try {
      Delayer.Scheduled timer =
          retry
              .environment()
              .delayer()
              .schedule(
                  () -> FinalBodyReader.offTimer(retry, held::holdNoLonger),
                  plan.holdingTime(attempt.timeLeft()).toNanos());
      CompletionStage<?> unused = held.getBody().whenComplete((body, failure) -> timer.cancel());
    } catch (RuntimeException rejection) {
      held.holdNoLonger();
    }
  }

  /**
   * Closes earlier responses: the next attempt supersedes them. Attempts of a hedged call overlap;
   * there only core knows which response is unused.
   */
  private void begin() throws IOException {
    if (!hedged) {
      closeOpen();
    }
    if (!admitted || calls.isShutNow()) {
      throw new ClientClosedException();
    }
  }

  private HeldResponse<T> came(HeldResponse<T> answer) {
    open.add(answer);
    if (abandoned) {
      closeOpen();
    }
    return answer;
  }

  /** Closes what has come and what still comes: the caller is given no response of this request. */
  void abandon() {
    abandoned = true;
    closeOpen();
  }

  private void closeOpen() {
    for (HeldResponse<T> answer = open.poll(); answer != null; answer = open.poll()) {
      answer.close();
    }
  }

  /** Makes the call, and abandons the request if the call fails. */
  HeldResponse<T> keepingTrack(Callable<HeldResponse<T>> call) throws Exception {
    boolean answered = false;
    try {
      HeldResponse<T> answer = call.call();
      answered = true;
      return answer;
    } finally {
      if (!answered) {
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
    BodyPublisher publisher = followed == null ? body : followed.begin(body);
    if (fields.isEmpty() && publisher == null) {
      return request;
    }
    HttpRequest.Builder copy =
        HttpRequest.newBuilder(request, (name, value) -> !fields.containsKey(name));
    fields.forEach(copy::setHeader);
    return publisher == null ? copy.build() : copy.method(request.method(), publisher).build();
  }

  /** The handler of pushes is given a body handler of its own for each, which it alone uses. */
  @SuppressWarnings("unchecked")
  private static <T> PushPromiseHandler<@Nullable Object> widened(PushPromiseHandler<T> pushes) {
    return (PushPromiseHandler<@Nullable Object>) (PushPromiseHandler<?>) pushes;
  }
}
