package dev.reprise.reactor.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Timeout, budget, report and shutdown of calls through the filter; no buffer stays open. */
class FilteredCallsTest {

  private final CountedBuffers buffers = new CountedBuffers();
  private final AtomicInteger exchanges = new AtomicInteger();
  private final RecordingListener events = RecordingListener.forAllEvents();

  private Retry retry(Consumer<RetryPolicyBuilder> settings) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .backoff(Backoff.fixed(Duration.ofMillis(100)))
            .withoutTimeLimit();
    settings.accept(policy);
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withListener(events);
  }

  private WebClient client(Retry retry, ExchangeFunction exchange) {
    return WebClient.builder()
        .exchangeFunction(
            request -> {
              exchanges.incrementAndGet();
              return exchange.exchange(request);
            })
        .filter(RetryFilter.of(HttpRetry.of(retry)))
        .build();
  }

  private ClientResponse response(int status, String body) {
    return ClientResponse.create(HttpStatusCode.valueOf(status))
        .header(HttpHeaders.CONTENT_TYPE, MediaType.TEXT_PLAIN_VALUE)
        .body(buffers.of(body))
        .build();
  }

  private Mono<String> page(WebClient client) {
    return client.get().uri("http://h/a").retrieve().bodyToMono(String.class);
  }

  private void assertNothingIsOpen() {
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void a_second_filter_adds_no_attempts() {
    WebClient client =
        client(retry(policy -> {}), request -> Mono.just(response(503, "busy")))
            .mutate()
            .filter(RetryFilter.of(HttpRetry.of(retry(policy -> {}))))
            .build();

    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .verifyError(WebClientResponseException.ServiceUnavailable.class);

    assertThat(exchanges).hasValue(3);
    assertNothingIsOpen();
  }

  @Test
  void a_request_with_the_attributes_of_an_earlier_one_has_its_own_retries() {
    Map<String, Object> attributes = new HashMap<>();
    WebClient client =
        client(
            retry(policy -> {}),
            request -> {
              attributes.putAll(request.attributes());
              return Mono.just(response(503, "busy"));
            });
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .verifyError(WebClientResponseException.ServiceUnavailable.class);

    StepVerifier.withVirtualTime(
            () ->
                client
                    .get()
                    .uri("http://h/a")
                    .attributes(all -> all.putAll(attributes))
                    .retrieve()
                    .bodyToMono(String.class))
        .thenAwait(Duration.ofSeconds(1))
        .verifyError(WebClientResponseException.ServiceUnavailable.class);

    assertThat(exchanges).hasValue(6);
  }

  @Test
  void an_exchange_that_exceeds_its_timeout_is_cancelled_and_retried() {
    AtomicInteger cancellations = new AtomicInteger();
    WebClient client =
        client(
            retry(policy -> policy.attemptTimeout(Duration.ofSeconds(1))),
            request ->
                exchanges.get() == 1
                    ? Mono.<ClientResponse>never().doOnCancel(cancellations::incrementAndGet)
                    : Mono.just(response(200, "page")));
    StepVerifier.withVirtualTime(() -> page(client))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(1_000))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext("page")
        .verifyComplete();
    assertThat(exchanges).hasValue(2);
    assertThat(cancellations).hasValue(1);
    assertNothingIsOpen();
  }

  @Test
  void a_budget_refuses_retries_and_the_response_is_that_of_the_first_attempt() {
    WebClient client =
        client(
            retry(policy -> {}).withBudget(RetryBudget.none()),
            request -> Mono.just(response(503, "busy")));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(
            failure ->
                assertThat(((WebClientResponseException) failure).getResponseBodyAsString())
                    .isEqualTo("busy"));
    assertThat(exchanges).hasValue(1);
    assertThat(events.stopReason()).isEqualTo(StopReason.BUDGET);
    assertNothingIsOpen();
  }

  @Test
  void the_exception_of_the_last_response_has_the_report() {
    WebClient client = client(retry(policy -> {}), request -> Mono.just(response(503, "busy")));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(
            failure ->
                assertThat(RetryReport.of(failure))
                    .hasValueSatisfying(
                        report -> {
                          assertThat(report.attempts()).isEqualTo(3);
                          assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
                        }));
    assertNothingIsOpen();
  }

  @Test
  void a_shutdown_ends_the_wait_with_the_last_response() {
    Retry retry = retry(policy -> {});
    WebClient client = client(retry, request -> Mono.just(response(503, "busy")));
    StepVerifier.withVirtualTime(() -> page(client))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(50))
        .then(retry::shutdown)
        .thenAwait(Duration.ofMillis(1))
        .verifyErrorSatisfies(
            failure ->
                assertThat(((WebClientResponseException) failure).getResponseBodyAsString())
                    .isEqualTo("busy"));
    assertThat(exchanges).hasValue(1);
    assertThat(events.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
    assertNothingIsOpen();
  }

  @Test
  void filters_below_see_each_attempt_and_filters_above_see_the_call() {
    AtomicInteger above = new AtomicInteger();
    AtomicInteger below = new AtomicInteger();
    WebClient client =
        WebClient.builder()
            .exchangeFunction(
                request ->
                    Mono.just(
                        exchanges.incrementAndGet() < 3
                            ? response(503, "busy")
                            : response(200, "page")))
            .filter(
                (request, next) -> {
                  above.incrementAndGet();
                  return next.exchange(request);
                })
            .filter(RetryFilter.of(HttpRetry.of(retry(policy -> {}))))
            .filter(
                (request, next) -> {
                  below.incrementAndGet();
                  return next.exchange(request);
                })
            .build();
    StepVerifier.withVirtualTime(() -> client.get().uri("http://h/a").retrieve().toBodilessEntity())
        .thenAwait(Duration.ofSeconds(1))
        .assertNext(entity -> assertThat(entity.getStatusCode().value()).isEqualTo(200))
        .verifyComplete();
    assertThat(above).hasValue(1);
    assertThat(below).hasValue(3);
    assertNothingIsOpen();
  }
}
