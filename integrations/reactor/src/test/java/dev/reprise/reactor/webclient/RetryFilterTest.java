package dev.reprise.reactor.webclient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.http.BodyChangedException;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.codec.multipart.Part;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The filter on scripted exchanges, with buffers that are counted, in virtual time. */
class RetryFilterTest {

  private static final String PAGE = "the whole page";

  @BeforeAll
  static void limit_the_wait_for_a_signal_that_never_comes() {
    StepVerifier.setDefaultTimeout(Duration.ofMinutes(1));
  }

  @AfterAll
  static void reset_the_limit() {
    StepVerifier.resetDefaultTimeout();
  }

  private final CountedBuffers buffers = new CountedBuffers();
  private final AtomicInteger exchanges = new AtomicInteger();

  private static HttpRetry settings(Consumer<RetryPolicyBuilder> more) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .backoff(Backoff.fixed(Duration.ofMillis(100)))
            .withoutTimeLimit();
    more.accept(policy);
    return HttpRetry.of(Retry.of(policy.build()).withBudget(RetryBudget.unlimited()));
  }

  private static RetryFilter filter() {
    return RetryFilter.of(settings(policy -> {}));
  }

  private WebClient client(RetryFilter filter, ExchangeFunction exchange) {
    return WebClient.builder()
        .exchangeFunction(
            request -> {
              exchanges.incrementAndGet();
              return exchange.exchange(request);
            })
        .filter(filter)
        .build();
  }

  private static ClientResponse response(int status, Flux<DataBuffer> body) {
    return ClientResponse.create(HttpStatusCode.valueOf(status))
        .header(HttpHeaders.CONTENT_TYPE, MediaType.TEXT_PLAIN_VALUE)
        .body(body)
        .build();
  }

  private Mono<String> page(WebClient client) {
    return client.get().uri("http://h/a").retrieve().bodyToMono(String.class);
  }

  @Test
  void a_rejected_response_is_released_before_the_next_attempt() {
    List<String> atNext = new ArrayList<>();
    WebClient client =
        client(
            filter(),
            request -> {
              atNext.add(buffers.state());
              return Mono.just(
                  exchanges.get() < 3
                      ? response(503, buffers.of("busy ", "today"))
                      : response(200, buffers.of(PAGE)));
            });
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(atNext)
        .containsExactly(
            "0 open, 0 bodies not ended",
            "0 open, 0 bodies not ended",
            "0 open, 0 bodies not ended");
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void a_rejected_response_that_does_not_end_is_cancelled_before_the_next_attempt() {
    List<String> atNext = new ArrayList<>();
    WebClient client =
        client(
            filter(),
            request -> {
              atNext.add(buffers.state());
              return Mono.just(
                  exchanges.get() == 1
                      ? response(503, buffers.withoutEnd("busy "))
                      : exchanges.get() == 2
                          ? response(503, buffers.endless())
                          : response(200, buffers.of(PAGE)));
            });
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(5))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(atNext).hasSize(3).containsOnly("0 open, 0 bodies not ended");
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void the_last_response_has_its_whole_body() {
    String sorry = "sorry ".repeat(50_000);
    WebClient client =
        client(
            filter(),
            request ->
                Mono.just(
                    response(
                        503, buffers.of(sorry.substring(0, 200_000), sorry.substring(200_000)))));
    StepVerifier.withVirtualTime(
            () ->
                client
                    .get()
                    .uri("http://h/a")
                    .exchangeToMono(
                        answer ->
                            answer
                                .bodyToFlux(DataBuffer.class)
                                .map(CountedBuffers::text)
                                .reduce(answer.statusCode().value() + " ", String::concat)))
        .thenAwait(Duration.ofSeconds(5))
        .expectNext("503 " + sorry)
        .verifyComplete();
    assertThat(exchanges).hasValue(3);
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void a_cancellation_while_a_rejected_body_is_read_releases_it() {
    WebClient client =
        client(filter(), request -> Mono.just(response(503, buffers.withoutEnd("busy "))));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofMillis(10))
        .then(() -> assertThat(buffers.state()).isEqualTo("0 open, 1 bodies not ended"))
        .thenCancel()
        .verify();
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void a_cancellation_during_the_wait_releases_the_rejected_response() {
    WebClient client = client(filter(), request -> Mono.just(response(503, buffers.endless())));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofMillis(50))
        .thenCancel()
        .verify();
    assertThat(exchanges).hasValue(1);
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void the_response_of_a_losing_attempt_is_released() {
    RetryFilter hedging =
        RetryFilter.of(
            settings(
                policy ->
                    policy
                        .idempotency(Idempotency.IDEMPOTENT)
                        .hedge(Hedge.after(Duration.ofMillis(50)))));
    WebClient client =
        client(
            hedging,
            request ->
                exchanges.get() == 1
                    ? Mono.delay(Duration.ofMillis(60))
                        .map(due -> response(503, buffers.withoutEnd("busy ")))
                    : Mono.delay(Duration.ofMillis(100))
                        .map(due -> response(200, buffers.of(PAGE))));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(5))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(exchanges).hasValue(2);
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void each_exchange_sees_the_context_of_the_subscriber_and_its_attempt() {
    List<String> seen = new ArrayList<>();
    WebClient client =
        client(
            filter(),
            request ->
                Mono.deferContextual(
                    context -> {
                      Attempt attempt = context.get(Attempt.class);
                      seen.add(context.get("tenant") + " " + attempt.number());
                      return Mono.just(
                          response(attempt.number() < 3 ? 503 : 200, buffers.of(PAGE)));
                    }));
    StepVerifier.withVirtualTime(() -> page(client).contextWrite(c -> c.put("tenant", "blue")))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(seen).containsExactly("blue 1", "blue 2", "blue 3");
  }

  @Test
  void bodies_that_are_read_within_an_attempt_see_the_context_of_the_subscriber() {
    List<String> seen = new ArrayList<>();
    WebClient client =
        client(
            filter().readingBodiesUpTo(1_000),
            request -> {
              int status = exchanges.get() < 3 ? 503 : 200;
              return Mono.just(
                  response(
                      status,
                      Flux.deferContextual(
                          context -> {
                            seen.add(status + " " + context.getOrDefault("tenant", "none"));
                            return buffers.of(PAGE);
                          })));
            });
    StepVerifier.withVirtualTime(() -> page(client).contextWrite(c -> c.put("tenant", "blue")))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(seen).containsExactly("503 blue", "503 blue", "200 blue");
  }

  @Test
  void a_hint_of_the_server_sets_the_wait() {
    WebClient client =
        client(
            filter(),
            request ->
                Mono.just(
                    exchanges.get() > 1
                        ? response(200, buffers.of(PAGE))
                        : ClientResponse.create(HttpStatusCode.valueOf(429))
                            .header("Retry-After", "7")
                            .body(buffers.of("later"))
                            .build()));
    StepVerifier.withVirtualTime(() -> page(client))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(6_999))
        .thenAwait(Duration.ofSeconds(2)) // hints are spread by jitter
        .expectNext(PAGE)
        .verifyComplete();
  }

  @Test
  void the_time_of_the_attempt_limits_the_reading_of_the_caller() {
    RetryFilter limited =
        RetryFilter.of(settings(policy -> policy.attemptTimeout(Duration.ofSeconds(2))));
    WebClient client =
        client(limited, request -> Mono.just(response(200, buffers.withoutEnd("a"))));
    StepVerifier.withVirtualTime(() -> page(client))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(1_999))
        .thenAwait(Duration.ofMillis(1))
        .verifyErrorSatisfies(
            failure -> assertThat(failure).hasRootCauseInstanceOf(TimeoutException.class));
    assertThat(exchanges).hasValue(1);
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void the_reading_of_events_has_no_limit() {
    RetryFilter limited =
        RetryFilter.of(settings(policy -> policy.attemptTimeout(Duration.ofSeconds(2))));
    WebClient client =
        client(
            limited,
            request ->
                Mono.just(
                    ClientResponse.create(HttpStatusCode.valueOf(200))
                        .header(HttpHeaders.CONTENT_TYPE, MediaType.TEXT_EVENT_STREAM_VALUE)
                        .body(buffers.of("data: 1\n\n").concatWith(buffers.withoutEnd()))
                        .build()));
    StepVerifier.withVirtualTime(
            () -> client.get().uri("http://h/a").retrieve().bodyToFlux(String.class))
        .expectNext("1")
        .thenAwait(Duration.ofHours(1))
        .thenCancel()
        .verify();
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void a_body_that_breaks_is_retried_if_it_is_read_within_the_attempt() {
    WebClient client =
        client(
            filter().readingBodiesUpTo(1_000),
            request ->
                Mono.just(
                    exchanges.get() < 3
                        ? response(
                            200,
                            buffers.of("the wh").concatWith(Mono.error(new IOException("reset"))))
                        : response(200, buffers.of(PAGE))));
    StepVerifier.withVirtualTime(() -> page(client))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void an_accepted_response_is_the_one_of_the_client() {
    ClientResponse given = response(200, buffers.of(PAGE));
    ClientRequest request = ClientRequest.create(HttpMethod.GET, URI.create("http://h/a")).build();
    StepVerifier.create(filter().filter(request, sent -> Mono.just(given)))
        .expectNextMatches(returned -> returned == given)
        .verifyComplete();
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended"); // it was not read
  }

  private Mono<ClientResponse> written(ClientRequest request, int status) {
    MockClientHttpRequest sent = new MockClientHttpRequest(request.method(), request.url());
    return request
        .writeTo(sent, ExchangeStrategies.withDefaults())
        .then(Mono.defer(() -> sent.getBodyAsString()))
        .map(text -> response(status, buffers.of(text)));
  }

  @Test
  void a_body_is_written_for_each_attempt() {
    WebClient client =
        client(filter(), request -> written(request, exchanges.get() < 3 ? 503 : 200));
    StepVerifier.withVirtualTime(
            () ->
                client.put().uri("http://h/a").bodyValue(PAGE).retrieve().bodyToMono(String.class))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(exchanges).hasValue(3);
  }

  private void sendsPartsAgain(BodyInserter<?, ? super ClientHttpRequest> parts) {
    List<String> sent = new ArrayList<>();
    WebClient client =
        client(
            filter(),
            request ->
                writtenWithType(request)
                    .map(
                        text -> {
                          sent.add(text);
                          return response(sent.size() < 3 ? 503 : 200, buffers.of(PAGE));
                        }));
    StepVerifier.withVirtualTime(
            () ->
                client
                    .put()
                    .uri("http://h/a")
                    .contentType(MediaType.MULTIPART_FORM_DATA)
                    .body(parts)
                    .retrieve()
                    .bodyToMono(String.class))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(sent).hasSize(3).allMatch(sent.get(0)::equals);
    assertThat(sent.get(0)).contains("boundary=", "Content-Disposition", "form-data", PAGE);
  }

  /** Returns the content type and the body that the request would be sent with. */
  private static Mono<String> writtenWithType(ClientRequest request) {
    MockClientHttpRequest sent = new MockClientHttpRequest(request.method(), request.url());
    return request
        .writeTo(sent, ExchangeStrategies.withDefaults())
        .then(Mono.defer(sent::getBodyAsString))
        .map(text -> sent.getHeaders().getContentType() + "\n" + text);
  }

  @Test
  void the_parts_of_a_form_are_sent_again_with_the_same_boundary() {
    MultipartBodyBuilder form = new MultipartBodyBuilder();
    form.part("page", PAGE);
    form.part("number", "7").header("X-Kind", "number");
    sendsPartsAgain(BodyInserters.fromMultipartData(form.build()));
  }

  /** A part that was received, such as one that a proxy passes on. */
  private record ReceivedPart(String name, HttpHeaders headers) implements Part {

    @Override
    public Flux<DataBuffer> content() {
      return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(PAGE.getBytes(UTF_8)));
    }
  }

  @Test
  void received_parts_are_sent_again_with_the_same_boundary() {
    HttpHeaders fields = new HttpHeaders();
    fields.setContentDispositionFormData("page", null);
    sendsPartsAgain(
        BodyInserters.fromPublisher(Flux.just(new ReceivedPart("page", fields)), Part.class));
  }

  @Test
  void a_body_that_has_changed_ends_the_call() {
    AtomicInteger version = new AtomicInteger();
    WebClient client =
        client(filter(), request -> written(request, exchanges.get() < 3 ? 503 : 200));
    Flux<String> changing = Flux.defer(() -> Flux.just("version ", "" + version.incrementAndGet()));
    StepVerifier.withVirtualTime(
            () ->
                client
                    .put()
                    .uri("http://h/a")
                    .body(changing, String.class)
                    .retrieve()
                    .bodyToMono(String.class))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(
            failure -> assertThat(failure).isInstanceOf(BodyChangedException.class));
    assertThat(exchanges).hasValue(2);
  }

  @Test
  void a_body_for_one_sending_is_sent_once() {
    WebClient client = client(filter(), request -> written(request, 503));
    StepVerifier.withVirtualTime(
            () ->
                client
                    .put()
                    .uri("http://h/a")
                    .attribute(RetryFilter.ONE_SHOT_BODY, true)
                    .bodyValue(PAGE)
                    .exchangeToMono(answer -> answer.bodyToMono(String.class)))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(PAGE)
        .verifyComplete();
    assertThat(exchanges).hasValue(1);
  }

  @Test
  void no_buffer_is_lost_when_calls_are_cancelled_at_random() {
    WebClient client =
        client(
            filter(),
            request ->
                Mono.delay(Duration.ofNanos(System.nanoTime() % 200_000))
                    .map(due -> response(503, buffers.delayed("busy ".repeat(100), 20))));
    Flux.range(0, 2_000)
        .flatMap(
            number ->
                client
                    .get()
                    .uri("http://h/a")
                    .retrieve()
                    .bodyToMono(String.class)
                    .takeUntilOther(Mono.delay(Duration.ofNanos((number % 97) * 10_000L)))
                    .onErrorResume(failure -> Mono.empty()),
            64)
        .then()
        .block(Duration.ofMinutes(1));
    buffers.awaitEnds();
    assertThat(buffers.state()).isEqualTo("0 open, 0 bodies not ended");
  }

  @Test
  void bad_arguments_are_refused() {
    assertThatThrownBy(() -> filter().readingBodiesUpTo(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytes must be at least 0, but was -1");
    assertThat(filter()).hasToString("Reprise filter of a WebClient");
  }
}
