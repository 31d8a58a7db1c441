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
  void answers_as_scripted_and_notes_what_it_executed(ServerMode wire) throws Exception {
    try (FaultyHttpServer server = wire.start()) {
      server.script(
          "/orders",
          Step.reply(503, "later", "Retry-After", "7", "X-Two", "a", "X-Two", "b"),
          Step.reply(201, "made"));
      HttpClient client = TestClients.client(wire.protocol());

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
      assertThat(request.protocol()).isEqualTo(wire.protocol());
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
      assertThat(server.requestLog().requestsByConnection())
          .containsExactly(java.util.Map.entry(1, 4));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_huge_body_arrives_whole(ServerMode wire) throws Exception {
    try (FaultyHttpServer server = wire.start()) {
      server.script("/huge", Step.hugeBody(5_000_001));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(wire.protocol()), server, "/huge");
      assertThat(answer.body()).hasSize(5_000_001);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_slow_body_arrives_whole(ServerMode wire) throws Exception {
    try (FaultyHttpServer server = wire.start()) {
      server.script("/slow", Step.slowBody("0123456789", 3, Duration.ofMillis(1)));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(wire.protocol()), server, "/slow");
      assertThat(answer.body()).isEqualTo("0123456789");
    }
  }

  @ParameterizedTest
  @EnumSource
  void interim_answers_come_before_the_answer(ServerMode wire) throws Exception {
    try (FaultyHttpServer server = wire.start()) {
      server.script(
          "/hints",
          Step.reply(200, "done").afterInterim(100).afterInterim(103, "Link", "</a>; rel=preload"));
      HttpResponse<String> answer =
          TestClients.get(TestClients.client(wire.protocol()), server, "/hints");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_stalled_answer_waits_for_its_release(ServerMode wire) throws Exception {
    try (FaultyHttpServer server = wire.start()) {
      server.script("/stall", Step.reply(200, "late").afterStall());
      server.script("/half", Faults.stallInBody("first half, second half", 10));
      HttpClient client = TestClients.client(wire.protocol());
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
