package dev.reprise.examples.driven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.driven.QueueConsumer.Message;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.testing.VirtualTime;
import java.awt.EventQueue;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DrivenExamplesTest {

  private static final Retry QUICK =
      Retry.of(
          RetryPolicy.builder()
              .maxAttempts(4)
              .backoff(Backoff.fixed(Duration.ofMillis(2)))
              .build());

  @Test
  void an_event_loop_retries_and_never_waits() throws Exception {
    ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/page", Faults.closeWithoutResponse(), Step.reply(200, "page"));
      HttpRequest request = HttpRequest.newBuilder(server.uri("/page")).build();
      CompletableFuture<Outcome<HttpResponse<String>>> answer = new CompletableFuture<>();
      loop.execute(
          () ->
              EventLoopGet.send(
                  loop, HttpClient.newHttpClient(), QUICK, request, answer::complete));
      Outcome<HttpResponse<String>> outcome = answer.get(30, TimeUnit.SECONDS);
      assertThat(outcome).isInstanceOf(Outcome.Returned.class);
      assertThat(((Outcome.Returned<HttpResponse<String>>) outcome).value().body())
          .isEqualTo("page");
      assertThat(loop.shutdownNow()).isEmpty();
    }
  }

  @Test
  void a_driven_call_is_created_when_the_first_attempt_has_failed() {
    Retry retry = QUICK;
    RetryDriver driver = retry.driver();
    long began = driver.begin();
    long mark = RetryReport.mark();
    DrivenCall<String> call = driver.failed(began, mark, new IOException("reset"));
    assertThat(call.next()).hasToString("attempt after 2 ms");
    call.close();
  }

  /** A queue in virtual time, which advances when a message waits for its delivery. */
  private static final class VirtualQueue implements QueueConsumer.Queue {

    private final VirtualTime time;
    private final List<String> done = new ArrayList<>();
    private QueueConsumer consumer = new QueueConsumer(Retry.none(), this, message -> {});

    VirtualQueue(VirtualTime time) {
      this.time = time;
    }

    @Override
    public void acknowledge(Message message) {
      done.add(message.id() + " done after " + time.elapsed().toMillis() + " ms");
    }

    @Override
    public void deliverAgain(Message message, Duration delay) {
      time.schedule(delay, () -> consumer.deliver(message));
    }

    @Override
    public void bury(Message message, RetryReport report) {
      done.add(message.id() + " buried: " + report.stopReason());
    }
  }

  @Test
  void a_message_is_redelivered_until_it_is_processed_or_dead() {
    VirtualTime time = VirtualTime.seeded(1);
    VirtualQueue queue = new VirtualQueue(time);
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(3)
                    .backoff(Backoff.fixed(Duration.ofSeconds(20)))
                    .build())
            .withEnvironment(time);
    int[] locked = {2};
    queue.consumer =
        new QueueConsumer(
            retry,
            queue,
            message -> {
              if (message.body().equals("poison") || locked[0]-- > 0) {
                throw new IOException("locked");
              }
            });
    queue.consumer.deliver(new Message("order-7", "pay"));
    time.runUntilIdle();
    queue.consumer.deliver(new Message("order-8", "poison"));
    time.runUntilIdle();
    queue.consumer.close();
    assertThat(queue.done)
        .containsExactly("order-7 done after 40000 ms", "order-8 buried: " + StopReason.ATTEMPTS);
    assertThat(retry.state().view().retrying()).isZero();
  }

  @Test
  void a_user_interface_shows_the_progress() throws Exception {
    BlockingQueue<String> shown = new LinkedBlockingQueue<>();
    int[] failures = {1};
    ReloadButton button =
        new ReloadButton(
            QUICK,
            () ->
                failures[0]-- > 0
                    ? CompletableFuture.failedFuture(new IOException("offline"))
                    : CompletableFuture.completedFuture("17 °C"),
            shown::add);
    EventQueue.invokeLater(button::pressed);
    assertThat(shown.poll(30, TimeUnit.SECONDS)).isEqualTo("loading: attempt now");
    assertThat(shown.poll(30, TimeUnit.SECONDS)).isEqualTo("loading: attempt after 2 ms");
    assertThat(shown.poll(30, TimeUnit.SECONDS)).isEqualTo("17 °C");
  }

  @Test
  void closing_the_window_ends_the_call() throws Exception {
    Retry retry = QUICK.withPolicy(QUICK.policy());
    CompletableFuture<String> never = new CompletableFuture<>();
    CompletableFuture<Void> sent = new CompletableFuture<>();
    ReloadButton button =
        new ReloadButton(
            retry,
            () -> {
              sent.complete(null);
              return never;
            },
            text -> {});
    EventQueue.invokeAndWait(button::pressed);
    sent.get(30, TimeUnit.SECONDS);
    EventQueue.invokeAndWait(button::closed);
    never.complete("too late");
    EventQueue.invokeAndWait(() -> assertThat(retry.state().view().retrying()).isZero());
  }
}
