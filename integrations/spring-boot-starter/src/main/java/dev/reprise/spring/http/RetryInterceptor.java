package dev.reprise.spring.http;

import dev.reprise.RetryResult;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.client.RetryMark;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import dev.reprise.text.PrintableText;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Retries the requests of a {@code RestClient} or a {@code RestTemplate}. Spring Boot applications
 * use {@link RetryingClients} or a property; without Spring Boot:
 *
 * <pre>{@code
 * RestClient client =
 *     RestClient.builder()
 *         .requestInterceptor(RetryInterceptor.of(HttpRetry.of(retry)))
 *         .build();
 * }</pre>
 *
 * <p>Interceptors after it are called in every attempt, interceptors before it once for each
 * request. Each attempt has a copy of the header fields that the request had before the first
 * attempt. A second {@code RetryInterceptor} of one client makes no attempts of its own, unless the
 * policy of the first one {@linkplain dev.reprise.policy.Nesting#MULTIPLY multiplies} them.
 * Immutable, and safe for use by any thread. No method accepts null.
 *
 * <h2>What is retried</h2>
 *
 * <p>{@link HttpRetry} decides, by the status and header fields of a response or by the failure. A
 * rejected response is read and closed before the next attempt, so that its connection is used
 * again, unless that takes longer than a second or a quarter of the attempt's time. The last
 * response is returned with its complete body, and Spring's status handlers get it. {@link
 * RetryAttributes#REPORT} has the report of all attempts.
 *
 * <p>The body of an accepted response is read by the caller, after the attempt. A failure of this
 * reading is not retried, unless {@link #readingBodiesUpTo} makes it a part of the attempt.
 *
 * <p>Spring holds the body of a request in memory as soon as a client has any interceptor, so every
 * body can be sent again. Hedges of the policy are not made.
 *
 * <p>A client that follows redirects by itself does not show it. A POST without a key whose
 * redirect ends with 425 or 429 is sent again.
 *
 * <h2>Time</h2>
 *
 * <p>An interrupt ends an attempt that takes too long. The clients of the JDK, of Jetty and of
 * Reactor Netty end then, and the attempt fails with a {@link java.net.SocketTimeoutException}.
 * Apache HttpClient and {@code HttpURLConnection} ignore interrupts: set a read timeout for them.
 */
public final class RetryInterceptor implements ClientHttpRequestInterceptor, Ordered {

  private final Function<@Nullable String, HttpPlanner> planners;
  private final int readBytes;
  private final ResendCount resends;

  RetryInterceptor(
      Function<@Nullable String, HttpPlanner> planners, int readBytes, ResendCount resends) {
    this.planners = planners;
    this.readBytes = readBytes;
    this.resends = resends;
  }

  /**
   * An interceptor that retries requests.
   *
   * @param retry the settings; create them once for the client
   * @return an interceptor; it accepts no other policy for one request
   */
  public static RetryInterceptor of(HttpRetry retry) {
    HttpPlanner planner = Objects.requireNonNull(retry, "retry").planner(SpringFaults.OUTCOMES);
    return new RetryInterceptor(
        policy -> {
          if (policy != null) {
            throw new IllegalArgumentException(
                "attribute "
                    + RetryAttributes.POLICY
                    + " is \""
                    + PrintableText.oneLine(policy)
                    + "\", but this client has no policies by name");
          }
          return planner;
        },
        0,
        new ResendCount(ObservationRegistry.NOOP));
  }

  /**
   * Reads the bodies of accepted responses within the attempt, so that a body that ends early or
   * stalls is retried. The bytes beyond the limit remain a stream. Use it if the responses are
   * documents: the caller would get the beginning of an endless stream only after the limit is
   * reached. The body of a last response that would be retried, such as a 503, is not read. By
   * default no body is read.
   *
   * @param bytes number of bytes that are read into memory, at least 0; 0 to read none
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public RetryInterceptor readingBodiesUpTo(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must be at least 0, but was " + bytes);
    }
    return new RetryInterceptor(planners, bytes, resends);
  }

  /**
   * Makes the attempts of a request.
   *
   * @param request the request
   * @param body its body, sent in each attempt
   * @param execution the interceptors after this one
   * @return the first accepted response, or the last response
   * @throws IOException the failure of the last attempt, with the report as a suppressed exception
   * @throws IllegalArgumentException if an attribute of the request has no valid value
   */
  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    if (!RequestPolicy.isEnabled(request.getAttributes())
        || RetryMark.isActive(request.getAttributes().get(RetriedRequest.MARK))) {
      return execution.execute(request, body);
    }
    HttpPlanner planner = planners.apply(RequestPolicy.policyOf(request.getAttributes()));
    ClientHttpRequestExecution remaining = RemainingInterceptors.of(execution);
    RetryResult<RetriedResponse> result =
        new RetriedRequest(planner, readBytes, request, body, remaining).execute();
    request.getAttributes().put(RetryAttributes.REPORT, result.report());
    resends.add(result.attempts());
    return lastResponse(result);
  }

  private static ClientHttpResponse lastResponse(RetryResult<RetriedResponse> result)
      throws IOException {
    Throwable failure = result.failure();
    if (failure != null) {
      throw toThrow(failure, result.report());
    }
    RetriedResponse last = Objects.requireNonNull(result.value());
    last.endedWith(result.report());
    return last;
  }

  /** Spring wraps an exception of I/O in a ResourceAccessException. */
  private static IOException toThrow(Throwable failure, RetryReport report) throws IOException {
    if (report.maxAttempts().orElse(Integer.MAX_VALUE) > 1) {
      report.attachTo(failure);
    }
    if (failure instanceof AttemptTimeoutException tooLong) {
      SocketTimeoutException timeout = new SocketTimeoutException(tooLong.getMessage());
      timeout.initCause(tooLong);
      return timeout;
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    return failure instanceof IOException io
        ? io
        : new IOException(FailureText.describe(failure), failure);
  }

  /**
   * The first position, for lists of interceptors that are sorted.
   *
   * @return {@link Ordered#HIGHEST_PRECEDENCE}
   */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
