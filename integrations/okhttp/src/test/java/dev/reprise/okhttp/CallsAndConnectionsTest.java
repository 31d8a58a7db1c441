package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Cache;
import okhttp3.CacheControl;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests responses of the cache, bodies that do not arrive, and the ownership of connections. */
class CallsAndConnectionsTest {

  private static final String LONG = "0123456789".repeat(10_000);

  @TempDir Path folder;

  private final OkHttpClient plain = new OkHttpClient();
  private FaultyHttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stopServer() {
    plain.connectionPool().evictAll();
    server.close();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(30));
  }

  private static RetryInterceptor interceptor(RetryPolicyBuilder policy, RetryBudget budget) {
    return RetryInterceptor.of(HttpRetry.of(Retry.of(policy.build()).withBudget(budget)));
  }

  private OkHttpClient client(RetryPolicyBuilder policy, RetryBudget budget) {
    return plain.newBuilder().addInterceptor(interceptor(policy, budget)).build();
  }

  private Request get(String path) {
    return new Request.Builder().url(server.uri(path).toString()).build();
  }

  @Test
  void an_only_if_cached_request_without_a_cached_response_is_not_retried() throws Exception {
    File directory = folder.toFile();
    try (Cache cache = new Cache(directory, 1_000_000)) {
      RetryPolicyBuilder waiting =
          policy().backoff(Backoff.fixed(Duration.ofDays(1))).withoutTimeLimit();
      OkHttpClient client =
          client(waiting, RetryBudget.unlimited()).newBuilder().cache(cache).build();
      Request request = get("/a").newBuilder().cacheControl(CacheControl.FORCE_CACHE).build();

      try (Response response = client.newCall(request).execute()) {
        assertThat(response.code()).isEqualTo(504);
      }
      assertThat(server.requestLog().receivedCount()).isZero();
    }
  }

  @Test
  void a_504_of_a_server_is_retried() throws Exception {
    server.script("/a", Step.reply(504), Step.reply(200));

    try (Response response =
        client(policy(), RetryBudget.unlimited()).newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(200);
    }
  }

  @Test
  void a_slow_body_does_not_use_up_the_time_of_the_call() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)), Step.reply(200));
    RetryPolicyBuilder policy = policy().within(Duration.ofSeconds(8));

    try (Response response = client(policy, RetryBudget.unlimited()).newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(200);
    }
    assertThat(server.requestLog().executedCount()).isEqualTo(2);
  }

  @Test
  void a_response_with_a_slow_body_is_returned_if_no_attempt_follows() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));
    RetryPolicyBuilder policy = policy().within(Duration.ofSeconds(8));

    try (Response response = client(policy, RetryBudget.none()).newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(503);
      assertThat(response.body().source().readUtf8(20)).isEqualTo("01234567890123456789");
    }
  }

  @Test
  void the_last_response_is_not_read_completely_even_if_its_status_is_retried() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofMillis(20)));
    Retry retry = Retry.of(policy().maxAttempts(1).within(Duration.ofSeconds(3)).build());
    OkHttpClient client =
        new OkHttpClient.Builder()
            .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)).readingBodiesUpTo(100_000))
            .build();

    try (Response response = client.newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(503);
      assertThat(response.body().source().readUtf8(20)).isEqualTo("01234567890123456789");
    }
  }

  @Test
  void a_response_whose_body_stalls_is_returned_if_no_attempt_follows() throws Exception {
    server.script("/a", Step.slowBody(503, LONG, 1, Duration.ofDays(1)));
    RetryPolicyBuilder policy = policy().within(Duration.ofSeconds(8));

    try (Response response = client(policy, RetryBudget.none()).newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(503);
    }
  }

  /**
   * A redirect to another host returns a connection during an attempt. The connection is in the
   * pool before its release is reported, so another call may already use it.
   */
  @Test
  void an_attempt_that_times_out_does_not_close_a_connection_of_another_call() throws Exception {
    server.script("/other", Faults.stall());
    String elsewhere = server.uri("/b").toString().replace("127.0.0.1", "localhost");
    assertThat(elsewhere).contains("//localhost:");
    server.script("/a", Step.redirect(302, elsewhere));
    AtomicReference<Runnable> alarm = new AtomicReference<>();
    CompletableFuture<Integer> other = new CompletableFuture<>();
    AtomicBoolean told = new AtomicBoolean();
    EventListener whileReleasing =
        new EventListener() {
          @Override
          public void connectionReleased(Call call, Connection connection) {
            if (told.compareAndSet(false, true)) {
              takeOver(other);
              alarm.get().run();
            }
          }
        };
    OkHttpClient client =
        plain
            .newBuilder()
            .eventListener(whileReleasing)
            .addInterceptor(ringing(alarm, policy()))
            .build();

    try (Response response = client.newCall(get("/a")).execute()) {
      assertThat(response.code()).isEqualTo(200);
    }
    assertThat(server.requestLog().received())
        .extracting(ReceivedRequest::path, ReceivedRequest::connection)
        .startsWith(tuple("/a", 1), tuple("/other", 1));
    server.release();
    assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(200);
  }

  @Test
  void an_attempt_whose_time_ends_while_it_connects_sends_no_request() {
    AtomicReference<Runnable> alarm = new AtomicReference<>();
    EventListener whenConnected =
        new EventListener() {
          @Override
          public void connectEnd(
              Call call, InetSocketAddress address, Proxy proxy, Protocol protocol) {
            alarm.get().run();
          }
        };
    OkHttpClient client =
        plain
            .newBuilder()
            .eventListener(whenConnected)
            .addInterceptor(ringing(alarm, policy().maxAttempts(1)))
            .build();

    assertThatThrownBy(() -> client.newCall(get("/a")).execute().close())
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(server.requestLog().receivedCount()).isZero();
  }

  /** Lets another call use the connection that was just returned to the pool. */
  private void takeOver(CompletableFuture<Integer> other) {
    OkHttpClient once = plain.newBuilder().retryOnConnectionFailure(false).build();
    new Thread(
            () -> {
              try (Response response = once.newCall(get("/other")).execute()) {
                other.complete(response.code());
              } catch (IOException failure) {
                other.completeExceptionally(failure);
              }
            })
        .start();
    try {
      assertThat(server.awaitStalled(1, Duration.ofSeconds(20))).isTrue();
    } catch (InterruptedException interrupt) {
      throw new AssertionError(interrupt);
    }
  }

  /** An attempt timeout that fires when the test requests it. */
  private static RetryInterceptor ringing(
      AtomicReference<Runnable> alarm, RetryPolicyBuilder policy) {
    Delayer byHand =
        (task, nanos) -> {
          alarm.compareAndSet(null, task);
          return () -> {};
        };
    RetryEnvironment environment =
        RetryEnvironment.system().withDelayer(byHand).withExecutor(Runnable::run);
    Retry retry =
        Retry.of(policy.attemptTimeout(Duration.ofSeconds(20)).build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(environment);
    return RetryInterceptor.of(HttpRetry.of(retry));
  }
}
