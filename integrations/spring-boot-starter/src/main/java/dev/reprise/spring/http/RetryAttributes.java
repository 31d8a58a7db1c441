package dev.reprise.spring.http;

import dev.reprise.report.RetryReport;
import java.util.Optional;
import org.springframework.http.HttpRequest;

/**
 * Attributes of a request by which its sender and the retries inform each other:
 *
 * <pre>{@code
 * payments
 *     .post()
 *     .uri("/payments")
 *     .attribute(RetryAttributes.POLICY, "patient")
 *     .body(payment)
 *     .retrieve()
 *     .toBodilessEntity();
 * }</pre>
 *
 * <p>{@code RestClient} and {@code WebClient} have a method for attributes, an HTTP interface the
 * annotation {@code RequestAttribute}, and {@code RestTemplate} a request callback or a request
 * initializer.
 */
public final class RetryAttributes {

  /**
   * Name of the attribute that selects another policy for one request: {@value}. Its value is the
   * name of a policy, a string.
   */
  public static final String POLICY = "dev.reprise.policy";

  /**
   * Name of the attribute that switches the retries of one request off: {@value}. Its value is
   * {@code false} then. Absent and {@code true} have the same meaning.
   */
  public static final String ENABLED = "dev.reprise.enabled";

  /**
   * Name of the attribute that interceptors read to know the attempt that they are part of:
   * {@value}. Its value is a {@link dev.reprise.function.Attempt}.
   */
  public static final String ATTEMPT = "dev.reprise.attempt";

  /**
   * Name of the attribute that has the report after the last attempt: {@value}. Its value is a
   * {@link RetryReport}.
   */
  public static final String REPORT = "dev.reprise.report";

  private RetryAttributes() {}

  /**
   * The report of a request, for status handlers and for the function of {@code exchange}.
   *
   * @param request the request that was sent
   * @return its report; empty if its retries are switched off or it has not ended
   */
  public static Optional<RetryReport> report(HttpRequest request) {
    return request.getAttributes().get(REPORT) instanceof RetryReport report
        ? Optional.of(report)
        : Optional.empty();
  }
}
