package dev.reprise.spring.http;

import dev.reprise.http.HttpPlanner;
import dev.reprise.spring.policies.PerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Adds retries to HTTP clients that are not beans. For beans, and for groups of HTTP interfaces,
 * the property {@code reprise.http.clients} is enough.
 *
 * <pre>{@code
 * RestClient payments = RestClient.builder().apply(clients.restClient("payments")).build();
 * }</pre>
 *
 * <p>The policy is looked up for each request, so that a reload takes effect. All clients with the
 * same policy share the budget of each host.
 */
public final class RetryingClients {

  private final PerPolicy<HttpPlanner> planners;
  private final int readBytes;
  private final ResendCount resends;

  RetryingClients(PerPolicy<HttpPlanner> planners, int readBytes, ResendCount resends) {
    this.planners = planners;
    this.readBytes = readBytes;
    this.resends = resends;
  }

  /**
   * Adds retries to a {@code RestClient}. They are the first interceptor, in place of earlier
   * retries; all others are called in every attempt. The exception for a last response that is
   * still a failure has the report, unless a status handler of the application throws its own.
   *
   * @param policy name of a policy
   * @return a function for {@code RestClient.Builder.apply}
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public Consumer<RestClient.Builder> restClient(String policy) {
    RetryInterceptor interceptor = interceptor(policy);
    return builder -> addTo(builder, interceptor);
  }

  /** The same for a policy that is checked later. */
  void addTo(RestClient.Builder builder, String policy) {
    addTo(builder, unchecked(policy));
  }

  private static void addTo(RestClient.Builder builder, RetryInterceptor interceptor) {
    RestClient.Builder copy = builder.clone();
    if (copy == null) {
      return; // a mock of a test
    }
    builder
        .requestInterceptors(interceptors -> putFirst(interceptor, interceptors))
        .defaultStatusHandler(FailureReports.addedTo(new LastResponseHandler(copy)));
  }

  /**
   * Adds retries to a {@code RestTemplate}, as to a {@code RestClient}. The exceptions of its error
   * handler have the report.
   *
   * @param policy name of a policy
   * @return a function that changes the {@code RestTemplate}
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public Consumer<RestTemplate> restTemplate(String policy) {
    RetryInterceptor interceptor = interceptor(policy);
    return template -> addTo(template, interceptor);
  }

  /** The same for a policy that is checked later. */
  void addTo(RestTemplate template, String policy) {
    addTo(template, unchecked(policy));
  }

  private static void addTo(RestTemplate template, RetryInterceptor interceptor) {
    List<ClientHttpRequestInterceptor> interceptors = new ArrayList<>(template.getInterceptors());
    putFirst(interceptor, interceptors);
    template.setInterceptors(interceptors);
    template.setErrorHandler(FailureReports.addedTo(template.getErrorHandler()));
  }

  private static void putFirst(
      RetryInterceptor interceptor, List<ClientHttpRequestInterceptor> interceptors) {
    interceptors.removeIf(RetryInterceptor.class::isInstance);
    interceptors.add(0, interceptor);
  }

  /**
   * The interceptor alone, for a client that accepts nothing else. The exception for a last
   * response that is still a failure has no report then; {@link RetryAttributes#report} has it.
   *
   * @param policy name of a policy
   * @return an interceptor
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public RetryInterceptor interceptor(String policy) {
    HttpPlanner unused = planners.of(policy);
    return unchecked(policy);
  }

  private RetryInterceptor unchecked(String policy) {
    return new RetryInterceptor(
        other -> planners.of(other == null ? policy : other), readBytes, resends);
  }
}
