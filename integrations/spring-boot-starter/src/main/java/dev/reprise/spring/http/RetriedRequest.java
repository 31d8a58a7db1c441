package dev.reprise.spring.http;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpPlan;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.http.client.RetryMark;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;

/** Makes the attempts of one request, one after another. */
final class RetriedRequest {

  static final String MARK = "dev.reprise.retry-mark";
  private static final int HELD_BYTES = 65_536;

  private final HttpRequest request;
  private final byte[] body;
  private final ClientHttpRequestExecution execution;
  private final int readBytes;
  private final HttpPlan plan;
  private final Retry retry;
  private final RetryEnvironment environment;
  private @Nullable RetriedResponse latest;

  RetriedRequest(
      HttpPlanner planner,
      int readBytes,
      HttpRequest request,
      byte[] body,
      ClientHttpRequestExecution execution) {
    this.request = request;
    this.body = body;
    this.execution = execution;
    this.readBytes = readBytes;
    plan = planner.plan(infoOf(request));
    retry = sequential(plan.retry());
    environment = retry.environment();
  }

  private static HttpRequestInfo infoOf(HttpRequest request) {
    return new HttpRequestInfo(
        request.getMethod().name(),
        HttpRequestInfo.originOf(request.getURI()),
        HttpRequestInfo.keyOf(
            SpringResponseInfo.lines(request.getHeaders(), IdempotencyKeyField.NAME)));
  }

  /** Without hedges: interceptors expect the thread of the caller. */
  private static Retry sequential(Retry retry) {
    return retry.policy().hedge().isEmpty()
        ? retry
        : retry.withPolicy(retry.policy().toBuilder().withoutHedge().build());
  }

  RetryResult<RetriedResponse> execute() {
    RetryMark mark = RetryMark.begin(retry.policy());
    request.getAttributes().put(MARK, mark);
    try {
      return retry.executeWith(this::attempt);
    } finally {
      mark.end();
    }
  }

  private RetriedResponse attempt(Attempt attempt) throws IOException {
    closeRejected();
    long startNanos = environment.ticks().nanos();
    Duration limit = plan.timeFor(attempt);
    AttemptRequest next = new AttemptRequest(request);
    plan.headers(attempt, next.getHeaders()::set);
    next.getAttributes().put(RetryAttributes.ATTEMPT, attempt);
    ClientHttpResponse given = execution.execute(next, body);
    boolean returned = false;
    try {
      RetriedResponse response = new RetriedResponse(given, environment.wallClock().instant());
      long spent = Math.max(0, environment.ticks().nanos() - startNanos);
      Duration left = limit.minusNanos(spent);
      read(attempt, given, response, left.isNegative() ? Duration.ZERO : left);
      returned = true;
      latest = response;
      return response;
    } finally {
      if (!returned) {
        given.close();
      }
    }
  }

  /** The next attempt may need the connection. */
  private void closeRejected() {
    RetriedResponse before = latest;
    latest = null;
    if (before != null) {
      before.close();
    }
  }

  private void read(
      Attempt attempt, ClientHttpResponse given, RetriedResponse response, Duration left)
      throws IOException {
    if (plan.mayRetry(attempt, response.info())) {
      Duration hold = plan.holdingTime(left);
      response.hold(new BodyReader(environment, given).beginning(HELD_BYTES, hold));
    } else if (readBytes > 0 && !plan.isRetryable(response.info())) {
      response.hold(new BodyReader(environment, given).whole(readBytes, left));
    }
  }
}
