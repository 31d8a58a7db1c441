package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.hedge.Hedge;
import dev.reprise.http.BodyNotRepeatable;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetryInterceptorTest {

  private static final String BODY = "the whole of the answer";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final OkHttpClient plain = new OkHttpClient();
  private final CountDownLatch finishedAttempt = new CountDownLatch(1);
  private final AtomicReference<StopReason> reason = new AtomicReference<>();
  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void all_connections_are_returned() throws InterruptedException {
    plain.connectionPool().evictAll();
    boolean closed = server.requestLog().awaitConnectionsOpen(0, SOON);
    server.close();
    assertThat(closed).isTrue();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(30));
  }

  private static RetryPolicyBuilder waitingForever() {
    return policy().backoff(Backoff.fixed(Duration.ofDays(1))).withoutTimeLimit();
  }

  private HttpRetry http(RetryPolicyBuilder policy) {
    return HttpRetry.of(
        Retry.of(policy.build())
            .withBudget(RetryBudget.unlimited())
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished) {
                    finishedAttempt.countDown();
                  } else if (event instanceof RetryEvent.CallFinished call) {
                    reason.set(call.stopReason());
                  }
                }));
  }

  private OkHttpClient client(RetryPolicyBuilder policy) {
    return client(RetryInterceptor.of(http(policy)));
  }

  private OkHttpClient client(RetryInterceptor interceptor) {
    return plain.newBuilder().addInterceptor(interceptor).build();
  }

  private Request get(String path) {
    return new Request.Builder().url(server.uri(path).toString()).build();
  }

  private Request post(String path, RequestBody body) {
    return get(path).newBuilder().post(body).build();
  }

  private static RequestBody order() {
    return RequestBody.create("one order", null);
  }

  private static String send(OkHttpClient client, Request request) throws IOException {
    try (Response response = client.newCall(request).execute()) {
      return response.code() + " " + response.body().string();
    }
  }

  @Test
  void without_the_interceptor_okhttp_sends_a_post_again_after_a_lost_pooled_connection()
      throws Exception {
    server.script(
        "/a", Step.reply(200), Faults.resetWithoutResponse(), Step.reply(200, "sent again"));

    send(plain, post("/a", order()));
    assertThat(send(plain, post("/a", order()))).isEqualTo("200 sent again");

    assertThat(server.requestLog().executedCount()).isEqualTo(3);
  }

  @Test
  void a_second_interceptor_adds_no_attempts() throws Exception {
    server.script("/busy", Step.reply(503));
    server.script("/lost", Faults.resetWithoutResponse());
    OkHttpClient client =
        client(policy()).newBuilder().addInterceptor(RetryInterceptor.of(http(policy()))).build();

    send(client, get("/busy"));
    assertThat(server.requestLog().executedCount()).isEqualTo(3);
    assertThatThrownBy(() -> send(client, get("/lost"))).isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isEqualTo(6);
  }

  @Test
  void a_request_of_a_response_has_the_retries_of_its_own_call() throws Exception {
    server.script("/a", Step.reply(503));
    OkHttpClient client = client(policy());
    Request again;
    try (Response response = client.newCall(get("/a")).execute()) {
      again = response.request();
    }

    send(client, again);

    assertThat(server.requestLog().executedCount()).isEqualTo(6);
  }

  @Test
  void with_the_interceptor_no_post_is_sent_again() throws Exception {
    server.script("/a", Step.reply(200), Faults.resetWithoutResponse(), Step.reply(200));
    OkHttpClient client = client(policy());

    send(client, post("/a", order()));
    assertThatThrownBy(() -> send(client, post("/a", order()))).isInstanceOf(IOException.class);

    assertThat(server.requestLog().executedCount()).isEqualTo(2);
    assertThat(reason).hasValue(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void okhttp_sends_a_408_again_only_without_the_interceptor() throws Exception {
    server.script("/plain", Step.reply(408));
    server.script("/ours", Step.reply(408));

    send(plain, post("/plain", order()));
    assertThat(server.requestLog().executedCount()).isEqualTo(2);

    send(client(policy()), post("/ours", order()));
    assertThat(server.requestLog().executedCount()).isEqualTo(3);
  }

  @Test
  void okhttp_repeats_a_503_with_retry_after_0_within_each_attempt() throws Exception {
    server.script("/a", Step.reply(503, "", "Retry-After", "0"));

    assertThat(send(client(policy()), get("/a"))).isEqualTo("503 ");

    assertThat(server.requestLog().executedCount()).isEqualTo(6);
  }

  @Test
  void a_post_that_okhttp_itself_has_repeated_is_not_retried() throws Exception {
    server.script("/a", Step.reply(503, "", "Retry-After", "0"), Step.reply(429), Step.reply(200));

    assertThat(send(client(policy()), post("/a", order()))).isEqualTo("429 ");

    assertThat(server.requestLog().executedCount()).isEqualTo(2);
  }

  @Test
  void a_cancel_ends_the_wait() throws Exception {
    server.script("/a", Step.reply(503));
    Call call = client(waitingForever()).newCall(get("/a"));
    CompletableFuture<Response> answer = enqueue(call);
    assertThat(finishedAttempt.await(10, TimeUnit.SECONDS)).isTrue();

    call.cancel();

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IOException.class)
        .hasRootCauseMessage("Canceled");
    assertThat(reason).hasValue(StopReason.CANCELLED);
    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
  }

  @Test
  void a_cancel_ends_the_attempt_and_no_other_one_follows() throws Exception {
    server.script("/a", Faults.stall());
    Call call = client(policy()).newCall(get("/a"));
    CompletableFuture<Response> answer = enqueue(call);
    assertThat(server.awaitStalled(1, SOON)).isTrue();

    call.cancel();

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(reason).hasValue(StopReason.CANCELLED);
    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
  }

  @Test
  void the_call_timeout_ends_the_wait() {
    server.script("/a", Faults.resetWithoutResponse());
    OkHttpClient client =
        client(waitingForever()).newBuilder().callTimeout(Duration.ofSeconds(1)).build();

    assertThatThrownBy(() -> send(client, get("/a"))).hasMessage("timeout");
    assertThat(reason).hasValue(StopReason.CANCELLED);
  }

  @Test
  void an_interrupt_ends_the_wait_with_the_last_response() throws Exception {
    server.script("/a", Step.reply(503, "busy"));
    HttpRetry http = http(waitingForever());
    Retry interrupted =
        http.retry()
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished) {
                    Thread.currentThread().interrupt();
                  }
                });

    String answer = send(client(RetryInterceptor.of(HttpRetry.of(interrupted))), get("/a"));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(answer).isEqualTo("503 busy");
    assertThat(reason).hasValue(StopReason.INTERRUPTED);
  }

  @Test
  void an_enqueued_call_is_retried() throws Exception {
    server.script("/a", Step.reply(503), Step.reply(200, BODY));

    try (Response response = enqueue(client(policy()).newCall(get("/a"))).get()) {
      assertThat(response.body().string()).isEqualTo(BODY);
    }
  }

  private static CompletableFuture<Response> enqueue(Call call) {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    call.enqueue(
        new Callback() {
          @Override
          public void onFailure(Call failed, IOException failure) {
            answer.completeExceptionally(failure);
          }

          @Override
          public void onResponse(Call answered, Response response) {
            answer.complete(response);
          }
        });
    return answer;
  }

  @Test
  void an_accepted_body_is_a_stream() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5));

    try (Response response = client(policy()).newCall(get("/a")).execute()) {
      assertThat(response.body().source().readUtf8(5)).isEqualTo(BODY.substring(0, 5));
      releaseStalled();
      assertThat(response.body().string()).isEqualTo(BODY.substring(5));
    }
  }

  private void releaseStalled() throws InterruptedException {
    assertThat(server.awaitStalled(1, SOON)).isTrue();
    server.release();
  }

  @Test
  void a_stream_that_breaks_throws_to_the_caller() {
    server.script("/a", Faults.resetInBody(BODY, 5), Step.reply(200));

    assertThatThrownBy(() -> send(client(policy()), get("/a"))).isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @Test
  void reading_a_stream_ends_with_its_attempt() {
    server.script("/a", Faults.stallInBody(BODY, 5));
    OkHttpClient client = client(policy().attemptTimeout(Duration.ofMillis(300)));

    assertThatThrownBy(() -> send(client, get("/a"))).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void the_deadline_of_a_stream_can_be_removed() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5));
    OkHttpClient client = client(RetryInterceptor.of(http(policy())).withoutBodyDeadline());

    try (Response response = client.newCall(get("/a")).execute()) {
      assertThat(response.body().source().timeout().hasDeadline()).isFalse();
      releaseStalled();
      assertThat(response.body().string()).isEqualTo(BODY);
    }
  }

  @Test
  void a_stream_without_a_deadline_may_be_idle_for_longer_than_an_attempt() throws Exception {
    server.script("/a", Step.slowBody(BODY, BODY.length() / 2, Duration.ofMillis(700)));
    RetryPolicyBuilder policy = policy().attemptTimeout(Duration.ofMillis(300));
    OkHttpClient client = client(RetryInterceptor.of(http(policy)).withoutBodyDeadline());

    assertThat(send(client, get("/a"))).isEqualTo("200 " + BODY);
  }

  @Test
  void a_deadline_of_a_body_does_not_remain_on_its_connection() throws Exception {
    server.script("/a", Step.reply(200, BODY), Faults.stallInBody(BODY, 5));
    send(client(policy()), get("/a"));

    try (Response response = plain.newCall(get("/a")).execute()) {
      assertThat(response.body().source().timeout().hasDeadline()).isFalse();
      releaseStalled();
      assertThat(response.body().string()).isEqualTo(BODY);
    }
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
  }

  @Test
  void a_body_longer_than_the_limit_becomes_a_stream() throws Exception {
    String page = "page ".repeat(20_000);
    server.script("/a", Step.reply(200, page));

    assertThat(send(client(RetryInterceptor.of(http(policy())).readingBodiesUpTo(10)), get("/a")))
        .isEqualTo("200 " + page);
  }

  @Test
  void a_failure_has_a_note_that_the_body_can_be_sent_only_once() {
    server.script("/a", Faults.resetInHeaders(), Step.reply(200));
    Request request = post("/a", OkHttpTestClient.once("one order"));
    Request keyed = request.newBuilder().header("Idempotency-Key", "\"k\"").build();

    assertThatThrownBy(() -> send(client(policy()), keyed))
        .satisfies(failure -> assertThat(BodyNotRepeatable.isAddedTo(failure)).isTrue());
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @Test
  void attempts_are_numbered_for_the_server_and_share_a_key() throws Exception {
    server.script("/a", Step.reply(503), Step.reply(200));
    HttpRetry http =
        http(policy().idempotency(Idempotency.KEYED))
            .attemptHeader("X-Attempt")
            .timeLeftHeader("X-Time-Left");

    send(client(RetryInterceptor.of(http)), post("/a", order()));

    assertThat(headers("X-Attempt")).containsExactly("1", "2");
    assertThat(headers("X-Time-Left")).allMatch(text -> Integer.parseInt(text) <= 30_000);
    assertThat(headers("Idempotency-Key")).hasSize(2);
    assertThat(headers("Idempotency-Key").get(0)).isEqualTo(headers("Idempotency-Key").get(1));
  }

  private List<String> headers(String name) {
    return server.requestLog().executed().stream()
        .map(request -> request.header(name))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void sends_no_hedges_even_if_the_policy_has_them() throws Exception {
    server.script("/a", Step.reply(200, BODY).afterPause(Duration.ofMillis(200)));
    OkHttpClient client =
        client(
            policy().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(20))));

    assertThat(send(client, get("/a"))).isEqualTo("200 " + BODY);

    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
  }

  @Test
  void rejected_responses_leave_one_connection_for_the_next_attempt() throws Exception {
    server.script("/a", Step.reply(503, "x".repeat(60_000)), Step.reply(429), Step.reply(200));

    send(client(policy()), get("/a"));

    assertThat(server.requestLog().received().stream().map(ReceivedRequest::connection).distinct())
        .hasSize(1);
  }

  @Test
  void refuses_a_negative_limit_of_bodies() {
    RetryInterceptor interceptor = RetryInterceptor.of(http(policy()));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> interceptor.readingBodiesUpTo(-1))
        .withMessage("bytes must be at least 0, but was -1");
  }
}
