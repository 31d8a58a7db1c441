package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.AttemptRecord;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.ReceivedRequest;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The script of faults that every client with retries is put through. A test of a client extends
 * this once for each {@link Transport} that the client speaks, and {@link Http2FaultContract} for
 * HTTP/2:
 *
 * <pre>{@code
 * class MyHttp1ContractTest extends HttpFaultContract {
 *   protected Transport transport() {
 *     return Transport.HTTP_1;
 *   }
 *
 *   protected HttpTestClient client(Retry retry, boolean trusting) {
 *     return new MyClient(HttpRetry.of(retry), trusting);
 *   }
 * }
 * }</pre>
 *
 * <p>The client retries by {@code HttpRetry.of(retry)} with nothing changed, follows redirects, and
 * reads the body of an answer within the attempt.
 */
public abstract class HttpFaultContract extends FaultScene {

  /** For subclasses. */
  protected HttpFaultContract() {}

  @Test
  void an_answer_is_an_answer() throws Exception {
    server.script("/a", ok());

    assertOk(get("/a"));
    assertExecuted(1);
  }

  @Test
  void a_refused_connection_is_tried_again_for_a_get_and_for_a_post() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpTestClient refused = with(policy());

      assertThrows(Exception.class, () -> refused.send(Ask.get(port.uri("/a"))));
      assertEquals(ATTEMPTS, attempts.count());
      assertEquals(StopReason.ATTEMPTS, attempts.reason());

      assertThrows(Exception.class, () -> refused.send(Ask.post(port.uri("/a"), ORDER)));
      assertEquals(2 * ATTEMPTS, attempts.count());
    }
  }

  @Test
  void a_body_that_was_not_begun_can_still_be_sent() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpTestClient refused = with(policy());

      assertThrows(Exception.class, () -> refused.send(Ask.post(port.uri("/a"), ORDER).once()));
      assertEquals(ATTEMPTS, attempts.count());
    }
  }

  @Test
  void a_connection_reset_when_it_is_made_is_made_again() throws Exception {
    server.script("/a", ok());
    server.resetNextConnections(2);

    assertOk(get("/a"));
    assertExecuted(1);
    assertEquals(3, server.journal().connectionsOpened());
  }

  @Test
  void a_reset_in_the_headers_is_retried_for_a_get() throws Exception {
    server.script("/a", Faults.resetInHeaders(), ok());

    assertOk(get("/a"));
    assertEquals(2, attempts.count());
    assertExecuted(2);
  }

  @Test
  void a_reset_in_the_headers_is_not_retried_for_a_post() {
    server.script("/a", Faults.resetInHeaders(), ok());

    assertThrows(Exception.class, () -> post("/a"));
    assertEquals(1, attempts.count());
    assertEquals(StopReason.EFFECT_UNKNOWN, attempts.reason());
    assertExecuted(1);
  }

  @Test
  void a_post_with_a_key_of_the_caller_is_retried_with_it() throws Exception {
    server.script("/a", Faults.resetInHeaders(), ok());
    Ask ask = Ask.post(server.uri("/a"), ORDER).withKey("\"k-1\"");

    assertOk(with(policy()).send(ask));
    assertEquals(List.of("\"k-1\"", "\"k-1\""), keys());
    assertEquals(
        List.of(ORDER, ORDER),
        server.journal().executed().stream().map(ReceivedRequest::body).toList());
  }

  @Test
  void a_report_names_method_host_and_status_and_no_path_or_query() {
    server.script("/a", Step.reply(429), Step.reply(503), Faults.resetInHeaders());
    String subject = "GET 127.0.0.1:" + server.uri("/").getPort();

    HttpTestClient client = with(policy().maxAttempts(3));
    assertThrows(Exception.class, () -> client.send(Ask.get(server.uri("/a?token=verysecret"))));

    List<String> outcomes =
        attempts.report().records().stream().map(AttemptRecord::outcome).toList();
    assertEquals(List.of(subject + " 429", subject + " 503"), outcomes.subList(0, 2));
    assertTrue(outcomes.get(2).startsWith(subject + ": "), outcomes.get(2));
    String all = attempts.report().toString();
    assertFalse(all.contains("verysecret") || all.contains("/a?"), all);
  }

  @Test
  void a_blank_key_does_not_make_a_post_one_that_is_retried() {
    server.script("/a", Faults.resetInHeaders(), ok());
    HttpTestClient client = with(policy());

    for (String blank : List.of("", "  ", "\"\"")) {
      Ask ask = Ask.post(server.uri("/a"), ORDER).withKey(blank);
      server.journal().clear();
      server.script("/a", Faults.resetInHeaders(), ok());
      assertThrows(Exception.class, () -> client.send(ask));
      assertEquals(StopReason.EFFECT_UNKNOWN, attempts.reason());
      assertExecuted(1);
    }
  }

  @Test
  void a_post_is_given_one_key_for_all_its_attempts_when_the_policy_asks_for_keys()
      throws Exception {
    server.script("/a", Faults.resetInHeaders(), Step.reply(503), ok());
    RetryPolicyBuilder keyed = policy().idempotency(Idempotency.KEYED);

    assertOk(with(keyed).send(Ask.post(server.uri("/a"), ORDER)));
    assertEquals(3, keys().size());
    assertEquals(1, keys().stream().distinct().count());
    assertTrue(keys().get(0).matches("\"[!-~&&[^\"]]{16,}\""), keys().get(0));
  }

  private List<String> keys() {
    return server.journal().executed().stream()
        .map(request -> request.header("Idempotency-Key"))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void a_reset_in_the_body_is_retried() throws Exception {
    server.script("/a", Faults.resetInBody(BODY, 5), ok());

    assertOk(get("/a"));
    assertExecuted(2);
  }

  @Test
  void a_body_cut_short_is_retried() throws Exception {
    server.script("/a", Faults.closeInBody(BODY, 5), Faults.closeInChunks(BODY, 5), ok());

    assertOk(get("/a"));
    assertExecuted(3);
  }

  @Test
  void a_server_that_stalls_is_left_when_the_attempt_is_over() throws Exception {
    server.script("/a", Faults.stall(), ok());
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofMillis(300));

    assertOk(with(policy).send(Ask.get(server.uri("/a"))));
    assertExecuted(2);
    assertTrue(server.journal().awaitAbandoned(1, SOON));
  }

  @Test
  void a_post_that_timed_out_is_not_sent_again() {
    server.script("/a", Faults.stall(), ok());
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofMillis(300));

    assertThrows(Exception.class, () -> with(policy).send(Ask.post(server.uri("/a"), ORDER)));
    assertEquals(StopReason.EFFECT_UNKNOWN, attempts.reason());
    assertExecuted(1);
  }

  @Test
  void a_body_that_stalls_is_left_when_the_attempt_is_over() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5), ok());
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofMillis(300));

    assertOk(with(policy).send(Ask.get(server.uri("/a"))));
    assertExecuted(2);
  }

  @Test
  void a_body_that_trickles_is_left_when_the_attempt_is_over() throws Exception {
    server.script("/a", Step.slowBody(BODY.repeat(20), 1, Duration.ofMillis(50)), ok());
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofMillis(400));

    assertOk(with(policy).send(Ask.get(server.uri("/a"))));
    assertExecuted(2);
  }

  @TestFactory
  Stream<DynamicTest> headers_that_trickle_are_left_when_the_attempt_is_over() {
    return where(
        transport() == Transport.HTTP_1,
        () -> {
          RetryPolicyBuilder policy =
              policy().maxAttempts(2).attemptTimeout(Duration.ofMillis(300));

          try (DripServer drip = DripServer.ofHeaders()) {
            assertThrows(Exception.class, () -> with(policy).send(Ask.get(drip.uri("http"))));
            assertEquals(2, attempts.count());
            assertEquals(2, drip.accepted());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> a_handshake_that_stalls_is_made_again_for_a_post() {
    return where(
        isTls() && knowsWhatWasSent(),
        () -> {
          RetryPolicyBuilder policy =
              policy().maxAttempts(2).attemptTimeout(Duration.ofMillis(300));

          try (DripServer silent = DripServer.silent()) {
            assertThrows(
                Exception.class, () -> with(policy).send(Ask.post(silent.uri("https"), ORDER)));
            assertEquals(2, attempts.count());
            assertEquals(2, silent.accepted());
          }
        });
  }

  @Test
  void the_deadline_ends_the_last_attempt() throws Exception {
    server.script("/a", Faults.stall());
    RetryPolicyBuilder policy = policy().within(Duration.ofMillis(400));

    assertThrows(Exception.class, () -> with(policy).send(Ask.get(server.uri("/a"))));
    assertEquals(StopReason.DEADLINE, attempts.reason());
    assertTrue(server.journal().awaitAbandoned(1, SOON));
    assertExecuted(1);
  }

  @Test
  void an_interim_answer_is_not_the_answer() throws Exception {
    server.script("/a", ok().afterInterim(103));

    assertOk(get("/a"));
    assertExecuted(1);
  }

  @Test
  void an_answer_after_an_interim_one_is_judged() throws Exception {
    server.script("/a", Step.reply(503).afterInterim(103), ok());

    assertOk(get("/a"));
    assertExecuted(2);
  }

  @Test
  void a_redirect_is_followed_and_what_follows_is_retried() throws Exception {
    server.script("/a", Step.redirect(302, "/b"));
    server.script("/b", Step.reply(503), ok());

    assertOk(get("/a"));
    assertEquals(2, received("/b"));
  }

  @Test
  void a_post_is_not_sent_again_for_what_its_redirect_met() throws Exception {
    server.script("/a", Step.redirect(303, "/b"));
    server.script("/b", Step.reply(429), ok());

    post("/a");

    assertEquals(1, received("/a"));
  }

  private long received(String path) {
    return server.journal().received().stream()
        .filter(request -> request.path().equals(path))
        .count();
  }

  @Test
  void a_429_is_retried_for_a_post_too() throws Exception {
    server.script("/a", Step.reply(429, "", "Retry-After", "0"), ok());

    assertOk(post("/a"));
    assertExecuted(2);
  }

  @Test
  void every_form_of_hint_is_read() throws Exception {
    String date = "Sat, 21 Nov 2026 19:25:34 GMT";
    assertHint(7, "Retry-After", "7");
    assertHint(90, "Date", date, "Retry-After", "Sat, 21 Nov 2026 19:27:04 GMT");
    assertHint(90, "Date", date, "Retry-After", "Saturday, 21-Nov-26 19:27:04 GMT");
    assertHint(90, "Date", date, "Retry-After", "Sat Nov 21 19:27:04 2026");
    assertHint(30, "RateLimit", "\"hourly\";r=0;t=30");
    assertHint(20, "RateLimit-Remaining", "0", "RateLimit-Reset", "20");
    assertHint(Long.MAX_VALUE / 1_000_000_000, "Retry-After", "9".repeat(30));
  }

  private void assertHint(long seconds, String... headers) throws Exception {
    server.script("/hint", Step.reply(429, "", headers));
    Attempts told = new Attempts();
    RetryPolicy impatient = policy().within(Duration.ofSeconds(5)).build();
    try (HttpTestClient asking = client(Retry.of(impatient).withListener(told), true)) {
      assertEquals(429, asking.send(Ask.get(server.uri("/hint"))).status());
    }
    assertEquals(
        seconds, told.firstVerdict().hintNanos() / 1_000_000_000, List.of(headers)::toString);
    assertEquals(1, told.count(), List.of(headers)::toString);
  }

  @Test
  void a_hint_that_asks_for_nothing_leaves_the_backoff() throws Exception {
    server.script(
        "/a",
        Step.reply(429, "", "Retry-After", "-5"),
        Step.reply(429, "", "Retry-After", "soon"),
        Step.reply(429, "", "Retry-After", "Sat, 21 Nov 2020 19:27:04 GMT"),
        ok());

    assertOk(get("/a"));
    assertExecuted(4);
  }

  @Test
  void a_storm_of_503_is_given_up_with_its_last_answer_on_one_connection() throws Exception {
    server.handle("/a", (request, number) -> Step.reply(503, "overloaded " + number));

    assertEquals(new HttpTestClient.Answer(503, "overloaded 4"), get("/a"));
    assertEquals(StopReason.ATTEMPTS, attempts.reason());
    assertExecuted(ATTEMPTS);
    assertEquals(1, server.journal().connectionsOpened());
  }

  @Test
  void a_503_is_not_retried_for_a_post() throws Exception {
    server.script("/a", Step.reply(503, "maybe"), ok());

    assertEquals(new HttpTestClient.Answer(503, "maybe"), post("/a"));
    assertExecuted(1);
  }

  @Test
  void a_long_rejected_body_is_passed_over_and_the_last_one_is_whole() throws Exception {
    String page = "sorry ".repeat(50_000);
    server.handle("/a", (request, number) -> Step.reply(503, page + number));

    assertEquals(new HttpTestClient.Answer(503, page + "4"), get("/a"));
    assertExecuted(ATTEMPTS);
  }

  @Test
  void a_rejected_body_that_breaks_off_is_passed_over() throws Exception {
    server.script("/a", Step.reply(500, BODY), Faults.closeInBody(BODY, 3), ok());

    assertOk(get("/a"));
    assertExecuted(3);
  }

  @Test
  void a_body_that_can_be_sent_once_is_sent_once() throws Exception {
    server.script("/a", Step.reply(429, "later"), ok());
    Ask ask = Ask.post(server.uri("/a"), ORDER).once();

    assertEquals(new HttpTestClient.Answer(429, "later"), with(policy()).send(ask));
    assertExecuted(1);
  }

  @Test
  void a_post_whose_answer_is_not_http_is_not_sent_again() {
    server.script("/a", Faults.malformedStatus(), ok());

    assertThrows(Exception.class, () -> post("/a"));
    assertEquals(1, attempts.count());
    assertExecuted(1);
  }

  @TestFactory
  Stream<DynamicTest> a_certificate_that_is_not_trusted_is_not_tried_again() {
    return where(
        isTls(),
        () -> {
          assertThrows(
              Exception.class, () -> with(policy(), false).send(Ask.get(server.uri("/a"))));
          assertEquals(1, attempts.count());
          assertEquals(1, server.journal().connectionsOpened());
        });
  }

  @TestFactory
  Stream<DynamicTest> a_handshake_that_is_cut_short_is_made_again_for_a_post() {
    return where(
        isTls() && knowsWhatWasSent(),
        () -> {
          server.script("/a", ok());
          server.resetNextConnections(2);

          assertOk(post("/a"));
          assertExecuted(1);
        });
  }

  @Test
  void many_calls_at_once_are_all_answered() throws Exception {
    server.handle("/many", (request, number) -> number % 10 < 3 ? failing(number) : ok());
    // Some clients lose a request at times where a connection breaks beside it, and wait for ever.
    HttpTestClient busy = with(policy().maxAttempts(20).attemptTimeout(Duration.ofSeconds(5)));
    URI uri = server.uri("/many");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<HttpTestClient.Answer>> answers =
          IntStream.range(0, 120)
              .mapToObj(i -> threads.submit(() -> busy.send(Ask.get(uri))))
              .toList();
      for (Future<HttpTestClient.Answer> answer : answers) {
        assertOk(answer.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Step failing(int number) {
    return switch (number % 3) {
      case 0 -> Step.reply(503, "busy");
      case 1 -> Faults.resetInBody(BODY, 5);
      default -> Step.reply(429, "later", "Retry-After", "0");
    };
  }
}
