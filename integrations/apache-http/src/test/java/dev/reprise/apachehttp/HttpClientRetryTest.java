package dev.reprise.apachehttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.decision.Decision;
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
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpClientRetryTest {

  private static final String BODY = "the whole of the answer";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final CountDownLatch finishedAttempt = new CountDownLatch(1);
  private final List<Decision> decisions = new CopyOnWriteArrayList<>();
  private final AtomicReference<StopReason> reason = new AtomicReference<>();
  private final List<CloseableHttpClient> clients = new ArrayList<>();
  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void all_connections_are_returned() throws InterruptedException {
    clients.forEach(client -> client.close(CloseMode.IMMEDIATE));
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
        Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withListener(this::heard));
  }

  private void heard(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished attempt) {
      decisions.add(attempt.decision());
      finishedAttempt.countDown();
    } else if (event instanceof RetryEvent.CallFinished call) {
      reason.set(call.stopReason());
    }
  }

  private CloseableHttpClient client(RetryPolicyBuilder policy) {
    return client(HttpClientRetry.of(http(policy)));
  }

  private CloseableHttpClient client(HttpClientRetry retry) {
    return built(retry.installOn(HttpClients.custom()));
  }

  private CloseableHttpClient built(HttpClientBuilder builder) {
    CloseableHttpClient client = builder.build();
    clients.add(client);
    return client;
  }

  private HttpUriRequestBase get(String path) {
    return new HttpUriRequestBase("GET", server.uri(path));
  }

  private HttpUriRequestBase post(String path, HttpEntity body) {
    HttpUriRequestBase request = new HttpUriRequestBase("POST", server.uri(path));
    request.setEntity(body);
    return request;
  }

  private static HttpEntity order() {
    return new StringEntity("one order");
  }

  private static String send(CloseableHttpClient client, HttpUriRequestBase request)
      throws IOException {
    return send(client, request, HttpClientContext.create());
  }

  private static String send(
      CloseableHttpClient client, HttpUriRequestBase request, HttpClientContext context)
      throws IOException {
    return client.execute(
        request,
        context,
        response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
  }

  private List<String> headers(String name) {
    return server.requestLog().executed().stream()
        .map(request -> request.header(name))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void the_retries_of_the_client_are_replaced() throws Exception {
    server.script("/plain", Step.reply(503, "", "Retry-After", "0"));
    server.script("/ours", Step.reply(503, "", "Retry-After", "0"));

    send(built(HttpClients.custom()), get("/plain"));
    assertThat(server.requestLog().executedCount()).isEqualTo(2);

    send(client(policy().maxAttempts(1)), get("/ours"));
    assertThat(server.requestLog().executedCount()).isEqualTo(3);
  }

  @Test
  void a_second_installation_adds_no_attempts() throws Exception {
    server.script("/busy", Step.reply(503));
    server.script("/lost", Faults.resetWithoutResponse());
    HttpClientBuilder builder = HttpClients.custom();
    HttpClientRetry.of(http(policy())).installOn(builder);
    CloseableHttpClient client = built(HttpClientRetry.of(http(policy())).installOn(builder));

    HttpUriRequestBase post = new HttpUriRequestBase("POST", server.uri("/lost"));
    assertThatThrownBy(() -> send(client, post)).isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
    send(client, get("/busy"));
    assertThat(server.requestLog().executedCount()).isEqualTo(4);
  }

  @Test
  void a_cancel_ends_the_wait() throws Exception {
    server.script("/a", Step.reply(503));
    HttpUriRequestBase request = get("/a");
    CloseableHttpClient client = client(waitingForever());
    CompletableFuture<String> answer = started(client, request);
    assertThat(finishedAttempt.await(10, TimeUnit.SECONDS)).isTrue();

    request.cancel();

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("Request aborted");
    assertThat(reason).hasValue(StopReason.CANCELLED);
    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
  }

  @Test
  void a_cancel_ends_the_wait_after_a_response_that_only_the_policy_rejects() throws Exception {
    server.script("/a", Step.reply(202));
    HttpUriRequestBase request = get("/a");
    RetryPolicyBuilder polling =
        waitingForever().retryOnResult(HttpResponse.class, answer -> answer.getCode() == 202);
    CompletableFuture<String> answer = started(client(polling), request);
    assertThat(finishedAttempt.await(10, TimeUnit.SECONDS)).isTrue();

    request.cancel();

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("Request aborted");
    assertThat(reason).hasValue(StopReason.CANCELLED);
  }

  @Test
  void a_cancel_ends_the_attempt_and_no_other_one_follows() throws Exception {
    server.script("/a", Faults.stall());
    HttpUriRequestBase request = get("/a");
    CompletableFuture<String> answer = started(client(policy()), request);
    assertThat(server.awaitStalled(1, SOON)).isTrue();

    request.cancel();

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(reason).hasValue(StopReason.CANCELLED);
    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
  }

  private static CompletableFuture<String> started(
      CloseableHttpClient client, HttpUriRequestBase request) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(send(client, request));
              } catch (IOException failure) {
                answer.completeExceptionally(failure);
              }
            });
    thread.start();
    return answer;
  }

  @Test
  void a_request_that_gets_no_connection_from_the_pool_has_no_effect() throws Exception {
    server.script("/stalled", Faults.stall());
    server.script("/a", Step.reply(200));
    CloseableHttpClient client =
        built(
            HttpClientRetry.of(http(policy().maxAttempts(2)))
                .installOn(HttpClients.custom())
                .setConnectionManager(
                    PoolingHttpClientConnectionManagerBuilder.create().setMaxConnTotal(1).build())
                .setDefaultRequestConfig(
                    RequestConfig.custom()
                        .setConnectionRequestTimeout(100, TimeUnit.MILLISECONDS)
                        .build()));
    CompletableFuture<String> first = started(client, get("/stalled"));
    assertThat(server.awaitStalled(1, SOON)).isTrue();

    assertThatThrownBy(() -> send(client, post("/a", order())))
        .isInstanceOf(ConnectionRequestTimeoutException.class);

    assertThat(decisions).hasSize(2);
    assertThat(((Decision.RetryAfter) decisions.get(0)).verdict().effect()).isEqualTo(Effect.NONE);
    server.release();
    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("200 ");
  }

  @Test
  void waiting_for_the_pool_is_limited_by_the_attempt_timeout() throws Exception {
    server.script("/held", Faults.stallInBody(BODY, 5));
    PoolingHttpClientConnectionManager pool =
        PoolingHttpClientConnectionManagerBuilder.create().setMaxConnTotal(1).build();
    built(HttpClients.custom().setConnectionManager(pool))
        .executeOpen(null, get("/held"), HttpClientContext.create());
    CloseableHttpClient client =
        built(
            HttpClientRetry.of(http(policy().maxAttempts(2).attemptTimeout(Duration.ofMillis(200))))
                .installOn(HttpClients.custom())
                .setConnectionManager(pool));

    assertThatThrownBy(() -> send(client, get("/a")))
        .isInstanceOf(ConnectionRequestTimeoutException.class);
    assertThat(decisions).hasSize(2);
  }

  @Test
  void an_accepted_body_is_a_stream() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5));

    String answer =
        client(policy())
            .execute(
                get("/a"),
                response -> {
                  String begin = new String(response.getEntity().getContent().readNBytes(5));
                  releaseStalled();
                  return begin + EntityUtils.toString(response.getEntity());
                });

    assertThat(answer).isEqualTo(BODY);
  }

  private void releaseStalled() {
    try {
      assertThat(server.awaitStalled(1, SOON)).isTrue();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
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
    CloseableHttpClient client = client(policy().attemptTimeout(Duration.ofMillis(300)));

    assertThatThrownBy(() -> send(client, get("/a"))).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void the_deadline_of_a_stream_can_be_removed() throws Exception {
    server.script("/a", Step.slowBody(BODY, 5, Duration.ofMillis(150)));
    RetryPolicyBuilder brief = policy().attemptTimeout(Duration.ofMillis(300));
    CloseableHttpClient client = client(HttpClientRetry.of(http(brief)).withoutBodyDeadline());

    assertThat(send(client, get("/a"))).isEqualTo("200 " + BODY);
  }

  @Test
  void a_response_that_is_never_closed_returns_its_connection_at_the_deadline() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5));
    CloseableHttpClient client = client(policy().attemptTimeout(Duration.ofMillis(200)));

    client.executeOpen(null, get("/a"), HttpClientContext.create());

    assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
  }

  @Test
  void a_body_longer_than_the_limit_becomes_a_stream() throws Exception {
    String page = "page ".repeat(20_000);
    server.script("/a", Step.reply(200, page));

    assertThat(send(client(HttpClientRetry.of(http(policy())).readingBodiesUpTo(10)), get("/a")))
        .isEqualTo("200 " + page);
  }

  @Test
  void the_addresses_of_a_redirect_have_the_same_key_and_deadline() throws Exception {
    server.script("/a", Step.reply(503), Step.redirect(307, "/b"));
    server.script("/b", Step.reply(503), Step.reply(200, BODY));
    RetryPolicyBuilder keyed = policy().idempotency(Idempotency.KEYED);
    HttpClientContext context = HttpClientContext.create();
    CloseableHttpClient client = client(keyed);

    assertThat(send(client, post("/a", order()), context)).isEqualTo("200 " + BODY);
    assertThat(send(client, post("/b", order()), context)).isEqualTo("200 " + BODY);

    assertThat(headers("Idempotency-Key")).hasSize(5);
    assertThat(headers("Idempotency-Key").stream().limit(4).distinct()).hasSize(1);
    assertThat(headers("Idempotency-Key").get(4)).isNotEqualTo(headers("Idempotency-Key").get(3));
  }

  @Test
  void a_request_that_is_repeated_with_credentials_belongs_to_the_same_attempt() throws Exception {
    server.script(
        "/a", Step.reply(401, "", "WWW-Authenticate", "Basic realm=\"r\""), Step.reply(200));
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("u", "p".toCharArray()));
    HttpRetry http = http(policy().idempotency(Idempotency.KEYED)).attemptHeader("X-Attempt");
    CloseableHttpClient client =
        built(
            HttpClientRetry.of(http)
                .installOn(HttpClients.custom())
                .setDefaultCredentialsProvider(credentials));

    assertThat(send(client, post("/a", order()))).isEqualTo("200 ");

    assertThat(headers("X-Attempt")).containsExactly("1", "1");
    assertThat(headers("Idempotency-Key").stream().distinct()).hasSize(1);
    assertThat(headers("Authorization")).hasSize(1);
  }

  @Test
  void the_callers_request_and_configuration_stay_unchanged() throws Exception {
    server.script("/a", Step.reply(503), Step.reply(200));
    HttpUriRequestBase request = get("/a");
    HttpClientContext context = HttpClientContext.create();
    RequestConfig config = RequestConfig.custom().setMaxRedirects(7).build();
    context.setRequestConfig(config);
    HttpRetry http = http(policy()).attemptHeader("X-Attempt");

    send(client(HttpClientRetry.of(http)), request, context);

    assertThat(headers("X-Attempt")).containsExactly("1", "2");
    assertThat(request.getHeaders()).isEmpty();
    assertThat(context.getRequestConfig()).isSameAs(config);
  }

  @Test
  void a_failure_has_a_note_that_the_body_can_be_sent_only_once() {
    server.script("/a", Faults.resetInHeaders(), Step.reply(200));
    HttpUriRequestBase request = post("/a", ApacheTestClient.once("one order"));
    request.setHeader("Idempotency-Key", "\"k\"");

    assertThatThrownBy(() -> send(client(policy()), request))
        .satisfies(failure -> assertThat(BodyNotRepeatable.isAddedTo(failure)).isTrue());
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @Test
  void sends_no_hedges_even_if_the_policy_has_them() throws Exception {
    server.script("/a", Step.reply(200, BODY).afterPause(Duration.ofMillis(200)));
    RetryPolicyBuilder hedged =
        policy().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(20)));

    assertThat(send(client(hedged), get("/a"))).isEqualTo("200 " + BODY);

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
    HttpClientRetry retry = HttpClientRetry.of(http(policy()));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.readingBodiesUpTo(-1))
        .withMessage("bytes must be at least 0, but was -1");
  }
}
