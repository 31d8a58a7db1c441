package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.idempotency.testing.SettableClock;
import dev.reprise.servlet.internal.flow.RequestBodyReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests responses to requests with keys, on every server. */
abstract class IdempotencyScenarios {

  private static final String BODY = "{\"amount\":17}";

  private final AtomicInteger runs = new AtomicInteger();
  private final List<TestServer> servers = new ArrayList<>();
  private final IdempotentRequests requests =
      IdempotentRequests.of(new InMemoryIdempotencyStore())
          .guard(guard -> guard.waitAtMost(Duration.ofSeconds(30)));

  abstract TestServer start(IdempotentRequests requests, TestCall.Handler handler) throws Exception;

  @AfterEach
  void stop() throws Exception {
    for (TestServer server : servers) {
      server.close();
    }
  }

  Client serving(IdempotentRequests settings, TestCall.Handler handler) throws Exception {
    TestServer server =
        start(
            settings,
            call -> {
              runs.incrementAndGet();
              handler.handle(call);
            });
    servers.add(server);
    return new Client(server);
  }

  private Client serving(TestCall.Handler handler) throws Exception {
    return serving(requests, handler);
  }

  private void pay(TestCall call) throws IOException {
    call.addHeader("Location", "/payments/" + runs.get());
    call.addHeader("X-Two", "a");
    call.addHeader("X-Two", "b");
    call.respond(201, "payment " + runs.get() + " of " + call.body());
  }

  private static void assertProblem(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(response.body())
        .contains("\"status\":" + status, "\"code\":\"" + code + "\"", "\"detail\":\"");
  }

  private static boolean isReplayed(HttpResponse<String> response) {
    return response.headers().firstValue("Idempotency-Replayed").filter("true"::equals).isPresent();
  }

  @Test
  void runs_the_handler_once_and_replays_status_fields_and_body() throws Exception {
    Client client = serving(this::pay);
    HttpResponse<String> first = client.post("k", BODY);
    HttpResponse<String> second = client.post("k", BODY);
    assertThat(runs).hasValue(1);
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.body()).isEqualTo("payment 1 of " + BODY);
    assertThat(isReplayed(first)).isFalse();
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers().allValues("Location")).containsExactly("/payments/1");
    assertThat(second.headers().allValues("X-Two")).containsExactly("a", "b");
    assertThat(isReplayed(second)).isTrue();
  }

  @Test
  void runs_the_handler_once_for_simultaneous_duplicates() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Client client =
        serving(
            call -> {
              running.countDown();
              assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
              pay(call);
            });
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    answers.add(client.postLater("k", BODY));
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    for (int duplicate = 0; duplicate < 7; duplicate++) {
      answers.add(client.postLater("k", BODY));
    }
    assertThat(answers).noneMatch(CompletableFuture::isDone);
    go.countDown();
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get(30, TimeUnit.SECONDS).body()).isEqualTo("payment 1 of " + BODY);
    }
    assertThat(runs).hasValue(1);
    assertThat(answers.stream().filter(answer -> isReplayed(answer.join()))).hasSize(7);
  }

  @Test
  void lets_at_most_the_configured_number_of_duplicates_wait() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Client client =
        serving(
            requests.guard(guard -> guard.maxWaiting(2)),
            call -> {
              running.countDown();
              assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
              pay(call);
            });
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    answers.add(client.postLater("k", BODY));
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    for (int duplicate = 0; duplicate < 6; duplicate++) {
      answers.add(client.postLater("k", BODY));
    }
    CountDownLatch refused = new CountDownLatch(4);
    answers.forEach(
        answer -> {
          CompletableFuture<Void> unused = answer.thenAccept(early -> refused.countDown());
        });
    assertThat(refused.await(25, TimeUnit.SECONDS)).isTrue();
    assertThat(answers.stream().filter(CompletableFuture::isDone)).hasSize(4);
    go.countDown();
    List<Integer> statuses = new ArrayList<>();
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      statuses.add(answer.get(30, TimeUnit.SECONDS).statusCode());
    }
    assertThat(statuses).containsExactlyInAnyOrder(201, 201, 201, 409, 409, 409, 409);
    assertThat(runs).hasValue(1);
    assertThat(client.post("k", BODY).statusCode()).isEqualTo(201);
  }

  @Test
  void sends_a_retry_time_to_a_duplicate_that_does_not_wait() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    IdempotentRequests hasty =
        IdempotentRequests.of(new InMemoryIdempotencyStore(10, new SettableClock()))
            .guard(guard -> guard.waitAtMost(Duration.ZERO).lease(Duration.ofMillis(16_100)));
    Client client =
        serving(
            hasty,
            call -> {
              running.countDown();
              assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
              pay(call);
            });
    CompletableFuture<HttpResponse<String>> first = client.postLater("k", BODY);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    HttpResponse<String> second = client.post("k", BODY);
    assertProblem(second, 409, "outcome-pending");
    assertThat(second.headers().allValues("Retry-After")).containsExactly("17");
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    assertThat(runs).hasValue(1);
  }

  @Test
  void refuses_another_body_or_another_query_under_the_same_key() throws Exception {
    Client client = serving(this::pay);
    client.post("k", BODY);
    assertProblem(client.post("k", "{}"), 422, "key-reused");
    assertProblem(
        client.send(
            client
                .to("payments?a=1")
                .header("Idempotency-Key", "\"k\"")
                .POST(BodyPublishers.ofString(BODY))),
        422,
        "key-reused");
    assertThat(runs).hasValue(1);
  }

  @Test
  void distinguishes_principals_methods_and_paths() throws Exception {
    Client client = serving(this::pay);
    client.post("k", BODY);
    client.send(client.withKey("k").setHeader("X-User", "bob").POST(BodyPublishers.ofString(BODY)));
    client.send(client.withKey("k").PUT(BodyPublishers.ofString(BODY)));
    client.send(
        client
            .to("refunds")
            .header("Idempotency-Key", "\"k\"")
            .POST(BodyPublishers.ofString(BODY)));
    assertThat(runs).hasValue(4);
    HttpResponse<String> samePath =
        client.send(
            client
                .to("%70ayments")
                .header("Idempotency-Key", "\"k\"")
                .POST(BodyPublishers.ofString(BODY)));
    assertThat(samePath.body()).isEqualTo("payment 1 of " + BODY);
    assertThat(runs).hasValue(4);
  }

  @Test
  void refuses_a_key_of_an_anonymous_client_unless_that_is_permitted() throws Exception {
    Client strict = serving(this::pay);
    assertProblem(
        strict.send(strict.withKey("k").setHeader("X-User", "").POST(BodyPublishers.noBody())),
        403,
        "principal-missing");
    assertThat(runs).hasValue(0);
    Client lax = serving(requests.allowAnonymous(), this::pay);
    for (int time = 0; time < 2; time++) {
      assertThat(
              lax.send(lax.withKey("k").setHeader("X-User", "").POST(BodyPublishers.noBody()))
                  .statusCode())
          .isEqualTo(201);
    }
    assertThat(lax.post("k", "").statusCode()).isEqualTo(201);
    assertThat(runs).hasValue(2);
  }

  @Test
  void takes_the_principal_from_the_function_that_is_set() throws Exception {
    Client client =
        serving(
            requests.principal(request -> String.join("", request.header("X-Tenant"))), this::pay);
    for (String tenant : List.of("a", "b", "a")) {
      client.send(
          client.withKey("k").setHeader("X-Tenant", tenant).POST(BodyPublishers.ofString(BODY)));
    }
    assertThat(runs).hasValue(2);
  }

  @Test
  void releases_the_key_when_the_handler_fails() throws Exception {
    Client client =
        serving(
            call -> {
              if (runs.get() == 1) {
                throw new IllegalStateException("the handler crashes once");
              }
              pay(call);
            });
    try {
      assertThat(client.post("k", BODY).statusCode()).isEqualTo(500);
    } catch (IOException connectionClosed) {
      assertThat(runs).hasValue(1);
    }
    HttpResponse<String> second = client.post("k", BODY);
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(isReplayed(second)).isFalse();
    assertThat(runs).hasValue(2);
    assertThat(isReplayed(client.post("k", BODY))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 409, 425, 429, 500, 502, 503})
  void releases_the_key_after_a_response_that_is_not_recorded(int status) throws Exception {
    Client client =
        serving(
            call -> {
              call.addHeader("X-Run", "run " + runs.get());
              call.respond(status, "no " + runs.get());
            });
    for (int time = 1; time <= 2; time++) {
      HttpResponse<String> answer = client.post("k", BODY);
      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.body()).isEqualTo("no " + time);
      assertThat(answer.headers().allValues("X-Run")).containsExactly("run " + time);
      assertThat(isReplayed(answer)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 204, 303, 400, 402, 404, 410, 422})
  void records_a_response_with_a_recorded_status(int status) throws Exception {
    Client client = serving(call -> call.respond(status, status == 204 ? "" : "so it is"));
    HttpResponse<String> first = client.post("k", BODY);
    HttpResponse<String> second = client.post("k", BODY);
    assertThat(first.statusCode()).isEqualTo(status);
    assertThat(second.statusCode()).isEqualTo(status);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(isReplayed(second)).isTrue();
    assertThat(runs).hasValue(1);
  }

  @Test
  void records_the_statuses_that_are_configured() throws Exception {
    Client client =
        serving(
            requests.recordedStatuses(status -> status == 500),
            call -> call.respond(500, "broken"));
    client.post("k", BODY);
    assertThat(isReplayed(client.post("k", BODY))).isTrue();
    assertThat(runs).hasValue(1);
  }

  @Test
  void never_replays_credentials_or_fields_of_the_connection() throws Exception {
    Client client =
        serving(
            requests.excludedHeaders("x-secret"),
            call -> {
              call.addHeader("Set-Cookie", "session=1");
              call.addHeader("Authorization", "Bearer 1");
              call.addHeader("WWW-Authenticate", "Basic");
              call.addHeader("X-Secret", "1");
              call.addHeader("X-Plain", "1");
              pay(call);
            });
    HttpResponse<String> first = client.post("k", BODY);
    assertThat(first.headers().map()).containsKeys("Set-Cookie", "X-Secret", "X-Plain");
    HttpResponse<String> second = client.post("k", BODY);
    assertThat(isReplayed(second)).isTrue();
    assertThat(second.headers().map())
        .containsKey("X-Plain")
        .doesNotContainKeys("Set-Cookie", "Authorization", "WWW-Authenticate", "X-Secret");
    assertThat(second.headers().allValues("Date")).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void marks_replays_with_the_configured_field() throws Exception {
    IdempotentRequests anyHost = requests.scope(request -> "");
    Client client = serving(anyHost.replayField("X-Again"), this::pay);
    client.post("k", BODY);
    assertThat(client.post("k", BODY).headers().allValues("X-Again")).containsExactly("true");
    Client silent = serving(anyHost.withoutReplayField(), this::pay);
    HttpResponse<String> again = silent.post("k", BODY);
    assertThat(again.body()).isEqualTo("payment 1 of " + BODY);
    assertThat(again.headers().map()).doesNotContainKeys("X-Again", "Idempotency-Replayed");
  }

  @Test
  void passes_on_requests_without_a_key_and_safe_requests_with_one() throws Exception {
    Client client =
        serving(
            requests.requireKeyFor("PATCH"),
            call -> {
              assertThat(call.guarded()).isNull();
              pay(call);
            });
    for (int time = 1; time <= 2; time++) {
      assertThat(client.send(client.to("payments").POST(BodyPublishers.ofString(BODY))).body())
          .isEqualTo("payment " + runs.get() + " of " + BODY);
      assertThat(client.send(client.withKey("k").GET()).statusCode()).isEqualTo(201);
      assertThat(
              client.send(client.withKey("k").method("HEAD", BodyPublishers.noBody())).statusCode())
          .isEqualTo(201);
    }
    assertThat(runs).hasValue(6);
    assertProblem(
        client.send(client.to("payments").method("PATCH", BodyPublishers.ofString(BODY))),
        400,
        "key-missing");
    assertThat(runs).hasValue(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"k", "\"k", "\"\"", "\"k\" x", "\"a\\b\"", "\"a\", \"b\"", "\"   \"", "7"})
  void refuses_a_malformed_key(String field) throws Exception {
    Client client = serving(this::pay);
    assertProblem(
        client.send(
            client.to("payments").header("Idempotency-Key", field).POST(BodyPublishers.noBody())),
        400,
        "key-malformed");
    assertThat(runs).hasValue(0);
  }

  @Test
  void refuses_a_key_that_is_too_long_or_sent_twice() throws Exception {
    Client client = serving(this::pay);
    assertProblem(client.post("k".repeat(256), BODY), 400, "key-malformed");
    assertProblem(
        client.send(
            client.withKey("a").header("Idempotency-Key", "\"b\"").POST(BodyPublishers.noBody())),
        400,
        "key-malformed");
    assertThat(runs).hasValue(0);
    assertThat(client.post("k".repeat(255), BODY).statusCode()).isEqualTo(201);
  }

  @Test
  void accepts_keys_without_quotes_if_configured() throws Exception {
    Client client = serving(requests.acceptUnquoted(), this::pay);
    for (String field : List.of("k-1", "\"k-1\"", "\"k-1\";a=1")) {
      client.send(
          client.to("payments").header("Idempotency-Key", field).POST(BodyPublishers.noBody()));
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void bounds_the_body_of_a_request() throws Exception {
    Client client = serving(requests.maxRequestBytes(100_000), this::pay);
    assertThat(client.post("k", "x".repeat(100_000)).statusCode()).isEqualTo(201);
    assertProblem(client.post("l", "x".repeat(100_001)), 413, "body-too-large");
    assertProblem(client.post("l", "x".repeat(150_000)), 413, "body-too-large");
    assertThat(runs).hasValue(1);
    assertThat(client.post("l", "short").statusCode()).isEqualTo(201);
  }

  @Test
  void does_not_read_a_long_body_if_the_fingerprint_does_not_use_it() throws Exception {
    Client client =
        serving(
            requests
                .maxRequestBytes(0)
                .fingerprintWithoutBody(
                    request -> Fingerprint.ofParts(String.join("", request.header("X-Digest")))),
            call -> call.respond(200, runs.get() + ": " + call.body().length()));
    for (int time = 0; time < 2; time++) {
      assertThat(
              client
                  .send(
                      client
                          .withKey("k")
                          .header("X-Digest", "1")
                          .POST(BodyPublishers.ofString("x".repeat(3_000_000))))
                  .body())
          .isEqualTo("1: 3000000");
    }
    assertProblem(
        client.send(client.withKey("k").header("X-Digest", "2").POST(BodyPublishers.noBody())),
        422,
        "key-reused");
  }

  @Test
  void refuses_a_request_without_a_fingerprint() throws Exception {
    IdempotentRequests byDigest =
        requests.fingerprintWithoutBody(
            request -> {
              List<String> digest = request.header("Content-Digest");
              return digest.isEmpty() ? null : Fingerprint.ofParts(digest.toArray(String[]::new));
            });
    Client client = serving(byDigest, this::pay);
    assertProblem(client.post("k", BODY), 400, "fingerprint-missing");
    assertProblem(client.post("k", "another"), 400, "fingerprint-missing");
    assertThat(runs).hasValue(0);
    for (String digest : List.of("sha-256=:YQ==:", "sha-256=:YQ==:", "sha-256=:Yg==:")) {
      client.send(
          client.withKey("k").header("Content-Digest", digest).POST(BodyPublishers.ofString(BODY)));
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void does_not_wait_for_the_end_of_an_endless_body() throws Exception {
    Client client =
        serving(
            requests.fingerprintWithoutBody(request -> Fingerprint.ofParts("constant")), this::pay);
    client.post("k", BODY);
    assertThat(
            client.statusAfter(
                RequestBodyReader.MIN_DISCARDED_OF_REFUSED, "Idempotency-Key: \"k\""))
        .startsWith("HTTP/1.1 403");
    assertThat(
            client.statusAfter(
                RequestBodyReader.MAX_DISCARDED_OF_REPLAYED,
                "Idempotency-Key: \"k\"",
                "X-User: ann"))
        .startsWith("HTTP/1.1 201");
    assertThat(runs).hasValue(1);
  }

  @Test
  void sends_a_response_that_is_too_long_to_be_recorded_and_never_runs_again() throws Exception {
    Client client =
        serving(requests.maxResponseBytes(1000), call -> call.respond(200, "x".repeat(1_000_000)));
    assertThat(client.post("k", BODY).body()).hasSize(1_000_000);
    HttpResponse<String> second = client.post("k", BODY);
    assertProblem(second, 410, "outcome-not-replayable");
    assertThat(second.body()).contains("1000000 bytes");
    assertThat(runs).hasValue(1);
  }

  @Test
  void replays_a_response_of_exactly_the_maximum_length() throws Exception {
    Client client =
        serving(requests.maxResponseBytes(100_000), call -> call.respond(200, "y".repeat(100_000)));
    assertThat(client.post("k", BODY).body()).hasSize(100_000);
    assertThat(client.post("k", BODY).body()).isEqualTo("y".repeat(100_000));
    assertThat(runs).hasValue(1);
  }

  @Test
  void links_problems_to_the_configured_page() throws Exception {
    Client client =
        serving(requests.describedAt(URI.create("https://docs.example/keys")), this::pay);
    HttpResponse<String> answer =
        client.send(
            client.to("payments").header("Idempotency-Key", "?").POST(BodyPublishers.noBody()));
    assertThat(answer.body()).contains("\"type\":\"https://docs.example/keys#key-malformed\"");
    assertThat(answer.headers().allValues("Link"))
        .containsExactly("<https://docs.example/keys>; rel=\"describedby\"");
  }

  @Test
  void refuses_when_the_store_fails_before_the_handler_runs() throws Exception {
    FailingStore store = new FailingStore();
    Client client = serving(IdempotentRequests.of(store), this::pay);
    store.failsToClaim = true;
    HttpResponse<String> refused = client.post("k", BODY);
    assertProblem(refused, 503, "unavailable");
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(runs).hasValue(0);
    store.failsToClaim = false;
    assertThat(client.post("k", BODY).statusCode()).isEqualTo(201);
  }

  @Test
  void sends_the_response_when_the_store_fails_after_the_handler_has_run() throws Exception {
    FailingStore store = new FailingStore();
    Client client =
        serving(
            IdempotentRequests.of(store).guard(guard -> guard.waitAtMost(Duration.ZERO)),
            this::pay);
    store.failsToRecord = true;
    assertThat(client.post("k", BODY).body()).isEqualTo("payment 1 of " + BODY);
    assertProblem(client.post("k", BODY), 409, "outcome-pending");
    assertThat(runs).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void does_not_send_the_response_of_a_handler_whose_key_was_taken_over(boolean bodyIsRead)
      throws Exception {
    SettableClock clock = new SettableClock();
    IdempotentRequests hasty =
        IdempotentRequests.of(new InMemoryIdempotencyStore(10, clock))
            .guard(guard -> guard.waitAtMost(Duration.ZERO).lease(Duration.ofSeconds(10)));
    IdempotentRequests short_ =
        bodyIsRead
            ? hasty
            : hasty.fingerprintWithoutBody(request -> Fingerprint.ofParts("constant"));
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Client client =
        serving(
            short_,
            call -> {
              call.useUpBody();
              if (runs.get() == 1) {
                running.countDown();
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                call.addHeader("X-Stale", "yes");
                call.respond(201, "stale");
              } else {
                call.respond(201, "fresh");
              }
            });
    CompletableFuture<HttpResponse<String>> halted = client.postLater("k", BODY);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    clock.move(Duration.ofSeconds(11));
    assertThat(client.post("k", BODY).body()).isEqualTo("fresh");
    go.countDown();
    HttpResponse<String> stale = halted.get(30, TimeUnit.SECONDS);
    assertProblem(stale, 409, "outcome-refused");
    assertThat(stale.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(stale.headers().map()).doesNotContainKey("X-Stale");
    assertThat(client.post("k", BODY).body()).isEqualTo("fresh");
  }

  @Test
  void sends_no_response_before_it_is_recorded() throws Exception {
    FailingStore store = new FailingStore();
    CountDownLatch recording = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    store.beforeRecording =
        () -> {
          recording.countDown();
          assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
          return null;
        };
    Client client = serving(IdempotentRequests.of(store), this::pay);
    CompletableFuture<HttpResponse<String>> answer = client.postLater("k", BODY);
    assertThat(recording.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(answer).isNotDone();
    go.countDown();
    assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
  }

  @Test
  void records_once_when_the_handler_records_in_its_own_transaction() throws Exception {
    FailingStore store = new FailingStore();
    Client client =
        serving(
            IdempotentRequests.of(store),
            call -> {
              GuardedRequest guarded = java.util.Objects.requireNonNull(call.guarded());
              RecordedResponse answer =
                  RecordedResponse.of(201)
                      .withHeader("Set-Cookie", "a=1")
                      .withBody("application/x-payment", "payment " + guarded.token());
              guarded.recordIn(store, answer);
              store.failsToRecord = true;
              call.send(answer);
            });
    HttpResponse<String> first = client.post("k", BODY);
    HttpResponse<String> second = client.post("k", BODY);
    assertThat(first.headers().map()).containsKey("Set-Cookie");
    assertThat(second.body()).isEqualTo(first.body()).isEqualTo("payment 1");
    assertThat(second.headers().firstValue("Content-Type"))
        .hasValue("application/x-payment")
        .isEqualTo(first.headers().firstValue("Content-Type"));
    assertThat(second.headers().map()).doesNotContainKey("Set-Cookie");
    assertThat(isReplayed(second)).isTrue();
    assertThat(runs).hasValue(1);
  }

  @Test
  void releases_the_key_when_the_handler_rolls_back_what_it_recorded() throws Exception {
    FailingStore store = new FailingStore();
    IdempotencyStore rolledBack = new AcceptingStore();
    Client client =
        serving(
            IdempotentRequests.of(store).guard(guard -> guard.waitAtMost(Duration.ZERO)),
            call -> {
              RecordedResponse answer = RecordedResponse.of(201).withBody("text/plain", "paid");
              java.util.Objects.requireNonNull(call.guarded()).recordIn(rolledBack, answer);
              call.respond(404, "rolled back " + runs.get());
            });
    assertThat(client.post("k", BODY).body()).isEqualTo("rolled back 1");
    assertThat(client.post("k", BODY).body()).isEqualTo("rolled back 2");
  }

  @Test
  void gives_the_handler_its_key_and_token_and_lets_it_renew() throws Exception {
    Client client =
        serving(
            call -> {
              GuardedRequest guarded = java.util.Objects.requireNonNull(call.guarded());
              guarded.renew();
              assertThat(guarded.leaseLeft()).isPositive();
              call.respond(
                  200,
                  guarded.key().operation() + " " + guarded.key().key() + " " + guarded.token());
            });
    assertThat(client.post("k", BODY).body()).matches("POST localhost:[0-9]+/payments k 1");
  }

  @Test
  void refuses_invalid_settings() {
    assertThatThrownBy(() -> requests.maxRequestBytes(-1))
        .hasMessage("maxRequestBytes must be at least 0, but was -1");
    assertThatThrownBy(() -> requests.maxResponseBytes(-1))
        .hasMessage("maxResponseBytes must be at least 0, but was -1");
    assertThatThrownBy(() -> requests.maxResponseBytes(Integer.MAX_VALUE))
        .hasMessage("maxResponseBytes must be at most 1073741824, but was 2147483647");
    assertThatThrownBy(() -> requests.requireKeyFor("get"))
        .hasMessage("requireKeyFor must not name a safe method, but named GET");
    assertThatThrownBy(() -> requests.replayField("a b")).hasMessageContaining("a b");
    assertThatThrownBy(() -> requests.describedAt(URI.create("https://a/#b")))
        .hasMessageContaining("fragment");
  }

  /** A store that grants everything, such as a store in a transaction that is rolled back later. */
  private static final class AcceptingStore extends FailingStore {

    @Override
    public boolean record(String key, long token, StoredOutcome outcome) {
      return true;
    }
  }

  /** A store in memory that fails at configured points. */
  static class FailingStore implements IdempotencyStore {

    private final IdempotencyStore store = new InMemoryIdempotencyStore();
    volatile boolean failsToClaim;
    volatile boolean failsToRecord;
    volatile Callable<@Nullable Void> beforeRecording = () -> null;

    @Override
    public Claim claim(String key, ClaimRequest request) {
      check(failsToClaim);
      return store.claim(key, request);
    }

    @Override
    public boolean renew(String key, long token, Duration lease) {
      return store.renew(key, token, lease);
    }

    @Override
    public boolean record(String key, long token, StoredOutcome outcome) {
      check(failsToRecord);
      try {
        beforeRecording.call();
      } catch (Exception failed) {
        throw new IdempotencyStoreException("interrupted", failed);
      }
      return store.record(key, token, outcome);
    }

    @Override
    public boolean release(String key, long token) {
      return store.release(key, token);
    }

    @Override
    public Optional<StoredEntry> find(String key) {
      return store.find(key);
    }

    @Override
    public int purge(int atMost) {
      return store.purge(atMost);
    }

    private static void check(boolean fails) {
      if (fails) {
        throw new IdempotencyStoreException("the store is down", null);
      }
    }
  }
}
