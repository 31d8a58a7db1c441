package dev.reprise.testbed.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testbed.http.log.ReceivedRequest;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResponsesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @EnumSource
  void responds_as_scripted_and_logs_executed_requests(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script(
          "/orders",
          Step.reply(503, "later", "Retry-After", "7", "X-Two", "a", "X-Two", "b"),
          Step.reply(201, "made"));
      HttpClient client = TestClients.client(mode.protocol());

      HttpResponse<String> first = TestClients.post(client, server, "/orders?id=1", "body é");
      assertThat(first.statusCode()).isEqualTo(503);
      assertThat(first.body()).isEqualTo("later");
      assertThat(first.headers().firstValue("retry-after")).contains("7");
      assertThat(first.headers().allValues("x-two")).containsExactly("a", "b");
      for (int i = 0; i < 2; i++) {
        assertThat(TestClients.get(client, server, "/orders").body()).isEqualTo("made");
      }
      assertThat(TestClients.get(client, server, "/else").statusCode()).isEqualTo(200);

      assertThat(server.requestLog().executedCount()).isEqualTo(4);
      ReceivedRequest request = server.requestLog().executed().get(0);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.target()).isEqualTo("/orders?id=1");
      assertThat(request.body()).isEqualTo("body é");
      assertThat(request.protocol()).isEqualTo(mode.protocol());
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
      assertThat(server.requestLog().requestsByConnection())
          .containsExactly(java.util.Map.entry(1, 4));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_huge_body_arrives_completely(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/huge", Step.hugeBody(5_000_001));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(mode.protocol()), server, "/huge");
      assertThat(answer.body()).hasSize(5_000_001);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_slow_body_arrives_completely(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/slow", Step.slowBody("0123456789", 3, Duration.ofMillis(1)));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(mode.protocol()), server, "/slow");
      assertThat(answer.body()).isEqualTo("0123456789");
    }
  }

  @ParameterizedTest
  @EnumSource
  void interim_responses_arrive_before_the_response(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script(
          "/hints",
          Step.reply(200, "done").afterInterim(100).afterInterim(103, "Link", "</a>; rel=preload"));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(mode.protocol()), server, "/hints");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_stalled_response_waits_for_its_release(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/stall", Step.reply(200, "late").afterStall());
      server.script("/half", Faults.stallInBody("first half, second half", 10));
      HttpClient client = TestClients.client(mode.protocol());
      for (String path : new String[] {"/stall", "/half"}) {
        var answer =
            client.sendAsync(
                java.net.http.HttpRequest.newBuilder(server.uri(path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(server.awaitStalled(1, PATIENCE)).isTrue();
        assertThat(answer).isNotDone();
        server.release();
        assertThat(answer.get().body()).isIn("late", "first half, second half");
      }
    }
  }
}
