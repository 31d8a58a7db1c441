package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.servlet.overload.OverloadFilter;
import dev.reprise.servlet.overload.OverloadHandlerFilter;
import dev.reprise.servlet.overload.OverloadLimit;
import dev.reprise.servlet.overload.ReservedSlots;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests refusals under overload, on both servers. */
final class OverloadTest {

  private final AtomicInteger runs = new AtomicInteger();
  private final TestCall.Handler handler =
      call -> call.respond(200, "served " + runs.incrementAndGet());

  /** Starts a server with a limit. */
  @FunctionalInterface
  interface Start {

    TestServer with(OverloadLimit limit, TestCall.Handler handler) throws Exception;
  }

  static Stream<Start> servers() {
    return Stream.of(
        (limit, handler) ->
            JdkTestServer.start(
                JdkTestServer.calling(handler), true, new OverloadHandlerFilter(limit)),
        (limit, handler) ->
            JettyTestServer.start(JettyTestServer.calling(handler), new OverloadFilter(limit)));
  }

  private static ReservedSlots halted(int perSecond) {
    return ReservedSlots.perSecond(perSecond).horizon(Duration.ofSeconds(2)).withTicks(() -> 0);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void refuses_requests_above_the_capacity_and_reserves_a_slot_for_each(Start start)
      throws Exception {
    try (TestServer server = start.with(OverloadLimit.of(halted(2)).withMillis(), handler)) {
      Client client = new Client(server);
      for (int served = 1; served <= 2; served++) {
        assertThat(client.send(client.to("a").GET()).body()).isEqualTo("served " + served);
      }
      String[][] slots = {{"1", "1000"}, {"1", "1500"}, {"2", "2000"}, {"2", "2500"}};
      for (String[] slot : slots) {
        HttpResponse<String> refused = client.send(client.to("a").GET());
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("\"code\":\"too-many-requests\"");
        assertThat(refused.headers().allValues("Retry-After")).containsExactly(slot[0]);
        assertThat(refused.headers().allValues("retry-after-ms")).containsExactly(slot[1]);
      }
      HttpResponse<String> beyond = client.send(client.to("a").GET());
      assertThat(beyond.statusCode()).isEqualTo(429);
      assertThat(beyond.headers().map()).doesNotContainKeys("Retry-After", "retry-after-ms");
      assertThat(runs).hasValue(2);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void sends_503_without_milliseconds_if_configured(Start start) throws Exception {
    try (TestServer server = start.with(OverloadLimit.of(halted(1)).withStatus(503), handler)) {
      Client client = new Client(server);
      assertThat(client.post("k", "a").statusCode()).isEqualTo(200);
      HttpResponse<String> refused = client.post("k", "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"overloaded\"");
      assertThat(refused.headers().allValues("Retry-After")).containsExactly("1");
      assertThat(refused.headers().map()).doesNotContainKey("retry-after-ms");
    }
  }

  /** Many clients read the response only after they have sent the whole body. */
  @ParameterizedTest
  @MethodSource("servers")
  void a_client_that_sends_its_body_first_gets_the_refusal(Start start) throws Exception {
    try (TestServer server = start.with(OverloadLimit.of(halted(1)), handler)) {
      Client client = new Client(server);
      client.send(client.to("a").GET());

      assertThat(client.statusAfterWhole(2 * 1024 * 1024)).startsWith("HTTP/1.1 429");
      assertThat(client.statusAfter(0, "Expect: 100-continue")).startsWith("HTTP/1.1 ");
      assertThat(client.statusAfter(2 * 1024 * 1024)).startsWith("HTTP/1.1 429");
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void refuses_a_status_with_a_different_meaning() {
    assertThatThrownBy(() -> OverloadLimit.of(halted(1)).withStatus(500))
        .hasMessage("status must be 429 or 503, but was 500");
  }
}
