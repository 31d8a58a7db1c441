package dev.reprise.jdkhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests ten thousand requests at once, three in ten of which fail. */
final class ManyRequestsTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  /** Three in ten fail at the first attempt, half of those twice. */
  private static Step stepOf(int request, int seen, List<Step> faults) {
    int kind = request % 20;
    return kind >= 6 || seen > 1 + kind % 2
        ? Step.reply(200, "done " + request)
        : faults.get(kind / 2);
  }

  private static void answerAll(FaultyHttpServer server, int requests, List<Step> faults)
      throws Exception {
    Map<String, Integer> seen = new ConcurrentHashMap<>();
    server.scriptOtherPaths(
        (request, all) ->
            stepOf(
                Integer.parseInt(request.path().substring(1)),
                seen.merge(request.path(), 1, Integer::sum),
                faults));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      send(server, clientOn(executor), requests);
    } finally {
      executor.shutdown();
    }
    assertThat(server.requestLog().executedCount()).isGreaterThan(requests * 13 / 10);
    server.closeIdleConnections();
    assertThat(server.requestLog().awaitConnectionsOpen(0, SOON)).isTrue();
  }

  private static RetryingHttpClient clientOn(Executor executor) {
    return RetryingHttpClient.of(
        TestClients.bareBuilder().executor(executor).build(),
        TestClients.retry(TestClients.policy().within(Duration.ofMinutes(2))));
  }

  private static void send(FaultyHttpServer server, RetryingHttpClient client, int requests)
      throws Exception {
    client.send(TestClients.get(server, "/19"), BodyHandlers.discarding());
    List<CompletableFuture<HttpResponse<String>>> futures = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      futures.add(client.sendAsync(TestClients.get(server, "/" + i), BodyHandlers.ofString()));
    }
    CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
    for (int i = 0; i < requests; i++) {
      assertThat(futures.get(i).get().body()).isEqualTo("done " + i);
    }
  }

  @Test
  void thousands_of_requests_at_once_all_succeed_and_leak_nothing() throws Exception {
    answerOnOneConnection(2_000);
  }

  @Test
  @Tag("proof")
  void ten_thousand_requests_at_once_all_succeed_and_leak_nothing() throws Exception {
    answerOnOneConnection(10_000);
  }

  private static void answerOnOneConnection(int requests) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C)) {
      answerAll(
          server,
          requests,
          List.of(
              Step.reply(503, "busy ".repeat(20)),
              Http2Faults.resetStream(ErrorCode.CANCEL),
              Step.reply(429, "too many", "Retry-After", "0")));
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
    }
  }

  @Test
  void a_thousand_requests_at_once_on_separate_connections_leak_none() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      answerAll(
          server,
          1_000,
          List.of(
              Step.reply(503, "busy ".repeat(20)),
              Faults.resetWithoutResponse(),
              Faults.closeInBody("hello", 2)));
    }
  }
}
