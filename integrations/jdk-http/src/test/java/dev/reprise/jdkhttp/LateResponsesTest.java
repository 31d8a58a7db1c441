package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests responses that arrive while their call ends for another reason. */
final class LateResponsesTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String LONG = "0123456789".repeat(2_000_000);

  private final CountDownLatch judging = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    ended.countDown();
    server.close();
  }

  /** A policy whose decision about a response lasts until the test releases it. */
  private RetryingHttpClient slowToJudge() {
    RetryPolicyBuilder policy =
        TestClients.policy()
            .retryOnResult(
                HttpResponse.class,
                response -> {
                  judged();
                  return false;
                });
    Retry retry =
        Retry.of(policy.build())
            .withBudget(RetryBudget.none())
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished) {
                    judged();
                  }
                });
    return RetryingHttpClient.of(TestClients.bare(), retry);
  }

  private void judged() {
    judging.countDown();
    await(ended);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupt) {
      throw new AssertionError(interrupt);
    }
  }

  private void endsWhileJudged(
      BodyHandler<?> handler, Consumer<CompletableFuture<?>> end, boolean forResult)
      throws InterruptedException {
    RetryingHttpClient client = slowToJudge();
    CompletableFuture<?> future =
        forResult
            ? client.sendForResultAsync(get(server, "/"), handler)
            : client.sendAsync(get(server, "/"), handler);
    await(judging);
    end.accept(future);
    ended.countDown();
    assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
  }

  @Test
  void a_stream_is_closed_if_its_future_is_cancelled_during_the_decision() throws Exception {
    server.script("/", Faults.stallInBody("0123456789", 5));
    endsWhileJudged(BodyHandlers.ofInputStream(), future -> future.cancel(true), false);
  }

  @Test
  void a_stream_is_closed_if_its_future_is_completed_during_the_decision() throws Exception {
    server.script("/", Faults.stallInBody("0123456789", 5));
    endsWhileJudged(BodyHandlers.ofInputStream(), future -> future.complete(null), true);
  }

  @Test
  void a_held_body_is_closed_if_its_future_fails_during_the_decision() throws Exception {
    server.script("/", Step.reply(503, LONG));
    endsWhileJudged(
        BodyHandlers.ofString(),
        future -> future.completeExceptionally(new IllegalStateException("not needed")),
        false);
  }

  @Test
  void a_response_that_is_returned_to_the_caller_stays_open() throws Exception {
    server.script("/", Step.reply(503, LONG), Step.reply(503, LONG));
    ended.countDown();
    RetryingHttpClient client = slowToJudge();
    try (var body =
        CallKind.got(client.sendAsync(get(server, "/"), BodyHandlers.ofInputStream())).body()) {
      assertThat(body.readAllBytes()).hasSize(LONG.length());
    }
    try (var body =
        CallKind.got(client.sendForResultAsync(get(server, "/"), BodyHandlers.ofInputStream()))
            .value()
            .body()) {
      assertThat(body.readAllBytes()).hasSize(LONG.length());
    }
  }

  @Test
  void an_interrupt_during_the_wait_leaves_the_last_response_complete_and_the_flag_set()
      throws Exception {
    server.script("/", Step.reply(503, LONG));
    Thread sender = Thread.currentThread();
    Retry retry =
        Retry.of(TestClients.policy().backoff(Backoff.fixed(Duration.ofSeconds(20))).build())
            .withBudget(RetryBudget.unlimited())
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished) {
                    sender.interrupt();
                  }
                });
    HttpResponse<String> response;
    boolean flag;
    try {
      response =
          RetryingHttpClient.of(TestClients.bare(), retry)
              .send(get(server, "/"), BodyHandlers.ofString());
    } finally {
      flag = Thread.interrupted();
    }
    assertThat(flag).isTrue();
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).hasSize(LONG.length());
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @Test
  void a_wait_longer_than_the_attempt_leaves_the_last_response_complete() throws Exception {
    server.script("/", Step.reply(503, LONG));
    AtomicLong later = new AtomicLong();
    RetryEnvironment system = RetryEnvironment.system();
    Thread sender = Thread.currentThread();
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(2)
                    .attemptTimeout(Duration.ofSeconds(20))
                    .backoff(Backoff.fixed(Duration.ofSeconds(20)))
                    .build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(system.withTicks(() -> system.ticks().nanos() + later.get()))
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished) {
                    later.set(Duration.ofSeconds(60).toNanos());
                    sender.interrupt();
                  }
                });
    HttpResponse<String> response;
    try {
      response =
          RetryingHttpClient.of(TestClients.bare(), retry)
              .send(get(server, "/"), BodyHandlers.ofString());
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(response.body()).hasSize(LONG.length());
  }
}
