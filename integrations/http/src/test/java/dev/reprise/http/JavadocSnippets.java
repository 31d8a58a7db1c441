package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.http.client.BodyCheck;
import dev.reprise.http.client.CallCancelledException;
import dev.reprise.http.client.CancellableWaits;
import dev.reprise.http.client.ExchangeTimeout;
import dev.reprise.http.client.IoFaults;
import dev.reprise.http.client.ResponseBodySettings;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static void note(Throwable failure, Logger logger) {
    if (BodyNotRepeatable.isAddedTo(failure)) {
      logger.log(Level.WARNING, "send this body from a file, so that it can be retried");
    }
  }

  static HttpRules fault() {
    HttpRules rules = HttpRules.standard().onFault(HttpFault.PROTOCOL, Verdict.retry());
    return rules;
  }

  static HttpRules rules() {
    HttpRules rules =
        HttpRules.standard()
            .onStatus(503, Verdict.retry().withEffect(Effect.NONE))
            .idempotentMethod("PROPFIND");
    return rules;
  }

  static HttpRetry hints(Retry retry) {
    HttpRetry settings = HttpRetry.of(retry).withHints(HttpHints.standard().withMillis());
    return settings;
  }

  static HttpPlanner planner(HttpRetry settings, HttpOutcomeReader outcomes) {
    HttpPlanner planner = settings.planner(outcomes);
    return planner;
  }

  static int plan(HttpPlanner planner, HttpRequestInfo request, URL url) throws IOException {
    HttpPlan plan = planner.plan(request);
    int status =
        plan.retry()
            .callWith(
                attempt -> {
                  HttpURLConnection connection = (HttpURLConnection) url.openConnection();
                  plan.headers(attempt, connection::setRequestProperty);
                  return connection.getResponseCode();
                });
    return status;
  }

  static HttpRequestInfo request(URI uri, List<String> lines) {
    HttpRequestInfo info =
        new HttpRequestInfo("POST", HttpRequestInfo.originOf(uri), HttpRequestInfo.keyOf(lines));
    return info;
  }

  static HttpRetry settings() {
    HttpRetry settings =
        HttpRetry.of(Retry.of(RetryPolicy.builder().maxAttempts(3).build()))
            .withHints(HttpHints.standard().withMillis())
            .attemptHeader("X-Attempt");
    return settings;
  }

  static String key() {
    String line = IdempotencyKeyField.format("order-17");
    String key = IdempotencyKeyField.parse(line);
    return key;
  }

  static void check(byte[] body, OutputStream out) throws IOException {
    BodyCheck check = new BodyCheck();
    BodyCheck.Sending sending = check.begin(body.length);
    sending.pass(body, 0, body.length);
    out.write(body);
    sending.end();
  }

  static int cancelled(Retry retry, HttpURLConnection connection) throws IOException {
    try {
      return retry.call(() -> connection.getResponseCode());
    } catch (CallCancelledException cancelled) {
      throw cancelled.failure();
    }
  }

  static int waits(Retry retry, HttpURLConnection connection) throws IOException {
    CancellableWaits waits = new CancellableWaits();
    int status = waits.of(retry).call(() -> connection.getResponseCode());
    return status;
  }

  static int timeout(Duration time, Retry retry, HttpURLConnection connection) throws IOException {
    ExchangeTimeout timeout =
        ExchangeTimeout.start(time, retry.environment(), connection::disconnect);
    try {
      return connection.getResponseCode();
    } finally {
      timeout.end();
    }
  }

  static @Nullable HttpFault faultOf(IOException failure, boolean sent) {
    HttpFault fault = sent ? IoFaults.afterRequest(failure) : IoFaults.beforeRequest(failure);
    return fault;
  }

  static ResponseBodySettings bodies() {
    ResponseBodySettings bodies = ResponseBodySettings.STANDARD.readingUpTo(64 * 1024);
    return bodies;
  }
}
