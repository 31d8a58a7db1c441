package dev.reprise.testbed.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Protocol;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTest {
  @ParameterizedTest
  @EnumSource
  void three_in_ten_of_many_concurrent_requests_fail(ServerMode mode) throws Exception {
    failThreeInTen(mode, mode.protocol() == Protocol.HTTP_2 ? 200 : 20);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("proof")
  void three_in_ten_of_a_thousand_concurrent_requests_fail(ServerMode mode) throws Exception {
    failThreeInTen(mode, mode.protocol() == Protocol.HTTP_2 ? 1_000 : 100);
  }

  /** On HTTP/1.1 each request needs its own connection, with TLS also a handshake. */
  private static void failThreeInTen(ServerMode mode, int requests) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      Random random = new Random(1);
      boolean[] fails = new boolean[requests];
      for (int i = 0; i < requests; i++) {
        fails[i] = random.nextInt(10) < 3;
      }
      server.script("/x", (request, number) -> Step.reply(fails[number - 1] ? 503 : 200));
      HttpClient client = TestClients.client(mode.protocol());
      HttpRequest request = HttpRequest.newBuilder(server.uri("/x")).build();
      client.send(HttpRequest.newBuilder(server.uri("/warm")).build(), BodyHandlers.ofString());

      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, requests)
              .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofString()))
              .toList();
      ConcurrentHashMap<Integer, Integer> statuses = new ConcurrentHashMap<>();
      answers.forEach(answer -> statuses.merge(answer.join().statusCode(), 1, Integer::sum));

      int failures = (int) IntStream.range(0, requests).filter(i -> fails[i]).count();
      assertThat(statuses).containsEntry(503, failures).containsEntry(200, requests - failures);
      assertThat(server.requestLog().executedCount()).isEqualTo(requests + 1);
      assertThat(server.requestLog().connectionsOpen())
          .isEqualTo(server.requestLog().connectionsOpened());
    }
  }

  @Test
  void a_request_above_the_limit_of_streams_is_not_sent() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.TLS_HTTP_1_OR_2, 1)) {
      server.script("/stall", Faults.stall());
      HttpClient client = TestClients.client(Protocol.HTTP_2);
      TestClients.get(client, server, "/warm");
      HttpRequest stalled = HttpRequest.newBuilder(server.uri("/stall")).build();
      CompletableFuture<HttpResponse<String>> first =
          client.sendAsync(stalled, BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, Duration.ofSeconds(20))).isTrue();
      assertThatThrownBy(() -> TestClients.get(client, server, "/second"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too many concurrent streams");
      server.release();
      assertThat(first.join().statusCode()).isEqualTo(200);
      assertThat(server.requestLog().executedCount()).isEqualTo(2);
    }
  }

  @Test
  void a_step_can_depend_on_the_body() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C)) {
      server.scriptOtherPaths(
          (request, number) ->
              Step.computed(read -> Step.reply(200, read.body() + " as number " + number)));
      for (Protocol protocol : Protocol.values()) {
        HttpClient client = TestClients.client(protocol);
        assertThat(TestClients.post(client, server, "/any", "echo").body())
            .startsWith("echo as number ");
      }
    }
  }

  @Test
  void the_log_can_be_cleared() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      HttpClient client = TestClients.client(Protocol.HTTP_1);
      TestClients.get(client, server, "/a");
      server.requestLog().clear();
      TestClients.get(client, server, "/b");
      assertThat(server.requestLog().executed())
          .extracting(ReceivedRequest::path)
          .containsExactly("/b");
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
      server.closeIdleConnections();
      assertThat(server.requestLog().awaitConnectionsOpen(0, Duration.ofSeconds(20))).isTrue();
    }
  }

  @Test
  void closing_a_closed_server_has_no_effect() throws Exception {
    FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1);
    server.close();
    server.close();
    assertThatThrownBy(() -> TestClients.get(TestClients.client(Protocol.HTTP_1), server, "/a"))
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void a_refusing_port_refuses_connections() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpClient client = TestClients.client(Protocol.HTTP_1);
      HttpRequest request = HttpRequest.newBuilder(port.uri("/x")).build();
      assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void an_invalid_step_is_an_error_when_it_is_created() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Step.reply(199))
        .withMessage("status must be 200 to 599, but was 199");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Step.reply(200, "", "Name"))
        .withMessage("headers must be pairs of name and value, but were 1 strings");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Step.reply(200).afterInterim(101))
        .withMessage("status must be 100 or 102 to 199, but was 101");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Step.slowBody("a", 0, Duration.ZERO))
        .withMessage("piece must be at least 1, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Faults.closeInBody("ab", 2))
        .withMessage("sent must be at least 0 and below 2, but was 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> noSteps())
        .withMessage("steps must have at least 1 element, but had 0");
  }

  private static void noSteps() throws IOException {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/a");
    }
  }
}
