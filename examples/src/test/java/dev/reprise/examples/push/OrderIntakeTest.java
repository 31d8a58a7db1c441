package dev.reprise.examples.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderIntakeTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private OrderIntake intake(BatchOperation<String> service) {
    OrderIntake intake =
        new OrderIntake(
            Batch.of(RetryPolicy.defaults(), service)
                .chunkSize(1)
                .parallelism(1)
                .linger(Duration.ZERO));
    server.createContext("/", intake);
    return intake;
  }

  private CompletableFuture<Integer> post(String order) {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return client
        .sendAsync(
            HttpRequest.newBuilder(address)
                .POST(HttpRequest.BodyPublishers.ofString(order))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .thenApply(HttpResponse::statusCode);
  }

  @Test
  void responds_when_the_order_is_stored_or_refused() throws Exception {
    OrderIntake intake =
        intake(
            chunk ->
                chunk.contains("bad")
                    ? BatchReply.<String>allDone().rejectingAt(0, "bad")
                    : BatchReply.allDone());

    assertThat(post("good").join()).isEqualTo(201);
    assertThat(post("bad").join()).isEqualTo(500);
    assertThat(intake.stop(LONG).counts().done()).isEqualTo(1);
    assertThat(post("late").join()).isEqualTo(503);
  }

  @Test
  void a_stop_that_lasts_too_long_ends_the_calls_and_each_request_has_a_response()
      throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    OrderIntake intake =
        intake(
            chunk -> {
              called.countDown();
              new CountDownLatch(1).await();
              return BatchReply.allDone();
            });
    CompletableFuture<Integer> sent = post("first");
    called.await();
    CompletableFuture<Integer> waiting = post("second");
    CompletableFuture<Integer> tooMany = post("third");
    CompletableFuture<Integer> more = post("fourth");
    CompletableFuture.anyOf(waiting, tooMany, more).join(); // one finds no room

    BatchReport<String> report = intake.stop(Duration.ZERO);

    assertThat(sent.join()).isEqualTo(500);
    assertThat(java.util.List.of(waiting.join(), tooMany.join(), more.join()))
        .contains(429)
        .isSubsetOf(429, 503);
    assertThat(report.counts().dead()).isEqualTo(1);
    assertThat(report.counts().input())
        .isEqualTo(report.counts().dead() + report.counts().notAttempted());
  }
}
