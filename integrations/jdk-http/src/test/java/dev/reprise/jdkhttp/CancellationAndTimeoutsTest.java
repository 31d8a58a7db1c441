package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.AttemptRecord.Ending;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cancellation, timeouts and other early ends of an exchange. */
final class CancellationAndTimeoutsTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String LONG = "0123456789".repeat(100_000);

  @ParameterizedTest
  @EnumSource(Transport.class)
  void cancelling_stops_the_exchange_and_no_other_begins(Transport transport) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      server.script("/", Step.reply(503), Faults.stall());
      CompletableFuture<?> future =
          TestClients.retrying().sendAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      assertThat(future.cancel(true)).isTrue();
      assertThat(server.requestLog().awaitAbandoned(1, SOON)).isTrue();
      assertThat(server.requestLog().executedCount()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1", "TLS_HTTP_1_OR_2"})
  void a_slow_body_does_not_use_up_the_time_of_the_call(Transport transport) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      server.script(
          "/", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)), Step.reply(200, "done"));
      RetryingHttpClient client =
          TestClients.retrying(TestClients.policy().attemptTimeout(Duration.ofSeconds(4)));
      RetryResult<HttpResponse<String>> result =
          client.sendForResult(get(server, "/"), BodyHandlers.ofString());
      assertThat(result.value().body()).isEqualTo("done");
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(result.report().records().get(0).ending()).isEqualTo(Ending.REJECTED);
    }
  }

  @Test
  void a_response_with_a_slow_body_is_returned_if_no_attempt_follows() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));
      Retry retry =
          Retry.of(TestClients.policy().attemptTimeout(Duration.ofSeconds(4)).build())
              .withBudget(RetryBudget.none());
      HttpResponse<InputStream> response =
          RetryingHttpClient.of(TestClients.bare(), retry)
              .send(get(server, "/"), BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(503);
      try (InputStream body = response.body()) {
        assertThat(body.read()).isEqualTo('0');
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void cancelling_stops_the_transfer_of_a_body(Transport transport) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      server.script("/", Faults.stallInBody(LONG, 10));
      CompletableFuture<?> future =
          TestClients.retrying().sendForResultAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      future.completeExceptionally(new IllegalStateException("not needed any more"));
      assertThat(server.requestLog().awaitAbandoned(1, SOON)).isTrue();
      assertThat(server.requestLog().executedCount()).isEqualTo(1);
    }
  }

  @Test
  void cancelling_during_a_wait_releases_the_held_response() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.reply(503, LONG.repeat(20)));
      CountDownLatch waiting = new CountDownLatch(1);
      Retry retry =
          Retry.of(TestClients.policy().backoff(Backoff.fixed(Duration.ofSeconds(20))).build())
              .withListener(
                  event -> {
                    if (event instanceof RetryEvent.AttemptFinished) {
                      waiting.countDown();
                    }
                  });
      CompletableFuture<?> future =
          RetryingHttpClient.of(TestClients.bare(), retry)
              .sendAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(future.cancel(true)).isTrue();
      assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
      assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
      assertThat(server.requestLog().executedCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void an_attempt_timeout_ends_a_body_that_does_not_arrive_and_the_next_attempt_receives_it(
      Transport transport) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      List<CallKind> shapes =
          transport == Transport.HTTP_1
              ? List.of(CallKind.values())
              : List.of(CallKind.SEND, CallKind.SEND_ASYNC);
      for (CallKind shape : shapes) {
        server.script("/", Faults.stallInBody("hello", 2), Step.reply(200, "done"));
        RetryingHttpClient client =
            TestClients.retrying(TestClients.policy().attemptTimeout(Duration.ofMillis(400)));
        assertThat(shape.send(client, get(server, "/"), BodyHandlers.ofString()).body())
            .isEqualTo("done");
      }
      assertThat(server.requestLog().awaitAbandoned(shapes.size(), SOON)).isTrue();
    }
  }

  @Test
  void the_time_limit_ends_the_last_attempt_too() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Faults.stallInBody("hello", 2));
      RetryingHttpClient client =
          TestClients.retrying(TestClients.policy().within(Duration.ofMillis(500)));
      for (CallKind shape : new CallKind[] {CallKind.SEND, CallKind.SEND_ASYNC}) {
        assertThatThrownBy(() -> shape.send(client, get(server, "/"), BodyHandlers.ofString()))
            .isInstanceOf(HttpTimeoutException.class);
      }
      assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_attempt_timeout_ends_the_body_of_the_last_response(boolean async) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script(
          "/", (request, number) -> Step.computed(whole -> Step.reply(503, LONG.repeat(100))));
      Retry broke =
          Retry.of(TestClients.policy().attemptTimeout(Duration.ofMillis(500)).build())
              .withBudget(RetryBudget.none());
      RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), broke).holdingUpTo(10);
      CallKind shape = async ? CallKind.SEND_ASYNC : CallKind.SEND;
      assertThatThrownBy(() -> shape.send(client, get(server, "/"), info -> new NeverAsking()))
          .isInstanceOf(HttpTimeoutException.class);
      assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
    }
  }

  @Test
  void a_returned_stream_belongs_to_the_caller() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Faults.stallInBody("hello world", 5));
      RetryingHttpClient client =
          TestClients.retrying(TestClients.policy().attemptTimeout(Duration.ofSeconds(10)));
      HttpResponse<InputStream> response =
          client.send(get(server, "/"), BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        assertThat(body.readNBytes(5)).asString().isEqualTo("hello");
        assertThat(server.awaitStalled(1, SOON)).isTrue();
        server.release();
        assertThat(body.readAllBytes()).asString().isEqualTo(" world");
      }
    }
  }

  @Test
  void an_interrupt_ends_the_exchange() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Faults.stall());
      RetryingHttpClient client = TestClients.retrying();
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  client.send(get(server, "/"), BodyHandlers.ofString());
                } catch (IOException | InterruptedException failure) {
                  thrown.set(failure);
                }
              });
      thread.start();
      assertThat(server.awaitStalled(1, SOON)).isTrue();
      thread.interrupt();
      thread.join(20_000);
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
      assertThat(server.requestLog().awaitAbandoned(1, SOON)).isTrue();
      assertThat(server.requestLog().executedCount()).isEqualTo(1);
    }
  }

  /** A subscriber that never requests bytes. */
  private static final class NeverAsking implements HttpResponse.BodySubscriber<String> {

    @Override
    public CompletableFuture<String> getBody() {
      return new CompletableFuture<>();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {}

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
