package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests keys on the JDK's own server. */
final class JdkIdempotencyTest extends IdempotencyScenarios {

  private static final IdempotentRequests REQUESTS =
      IdempotentRequests.of(new InMemoryIdempotencyStore());

  @Override
  TestServer start(IdempotentRequests requests, TestCall.Handler handler) throws IOException {
    return JdkTestServer.start(
        new IdempotencyHandlerFilter(requests).around(JdkTestServer.calling(handler)), true);
  }

  @Test
  void can_be_a_filter_if_there_is_no_authenticator() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (TestServer server =
        JdkTestServer.start(
            JdkTestServer.calling(call -> call.respond(200, "run " + runs.incrementAndGet())),
            false,
            new IdempotencyHandlerFilter(REQUESTS.allowAnonymous()))) {
      Client client = new Client(server);
      assertThat(client.post("filter", "a").body()).isEqualTo("run 1");
      assertThat(client.post("filter", "a").body()).isEqualTo("run 1");
    }
  }

  @Test
  void distinguishes_the_same_handlers_as_the_server() throws Exception {
    IdempotencyHandlerFilter filter = new IdempotencyHandlerFilter(REQUESTS.allowAnonymous());
    try (JdkTestServer server =
        JdkTestServer.start(JdkTestServer.calling(call -> call.respond(404, "none")), false)) {
      for (String name : List.of("payments", "refunds")) {
        server
            .server()
            .createContext(
                "/" + name,
                filter.around(JdkTestServer.calling(call -> call.respond(200, "of " + name))));
      }
      Client client = new Client(server);
      for (String path : List.of("payments/../refunds", "payments/%2e%2e/refunds")) {
        assertThat(client.postTo(path, "dots", "a").body()).isEqualTo("of payments");
      }
      assertThat(client.postTo("refunds", "dots", "a").body()).isEqualTo("of refunds");
    }
  }

  @Test
  void refuses_to_be_a_filter_before_an_authenticator() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (TestServer server =
        JdkTestServer.start(
            JdkTestServer.calling(call -> runs.incrementAndGet()),
            true,
            new IdempotencyHandlerFilter(REQUESTS))) {
      assertThatThrownBy(() -> new Client(server).post("before", "a"))
          .isInstanceOf(IOException.class);
      assertThat(runs).hasValue(0);
    }
  }

  @Test
  void treats_a_handler_that_returns_without_a_response_as_failed() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (TestServer server =
        start(
            REQUESTS,
            call -> {
              if (runs.incrementAndGet() > 1) {
                call.respond(200, "answered");
              }
            })) {
      Client client = new Client(server);
      assertThatThrownBy(() -> client.post("silent", "a")).isInstanceOf(IOException.class);
      assertThat(client.post("silent", "a").body()).isEqualTo("answered");
    }
  }
}
