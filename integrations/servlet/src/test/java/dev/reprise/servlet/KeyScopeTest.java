package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.internal.scope.ScopeText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the scope of keys: which requests with the same key are the same request. */
final class KeyScopeTest {

  private final IdempotencyStore store = new InMemoryIdempotencyStore();
  private final IdempotentRequests requests = IdempotentRequests.of(store);
  private final AtomicInteger runs = new AtomicInteger();
  private final List<TestServer> servers = new ArrayList<>();

  /** The servers. */
  enum Kind {
    JETTY {
      @Override
      TestServer start(IdempotentRequests requests, TestCall.Handler handler) throws Exception {
        return JettyTestServer.start(
            JettyTestServer.calling(handler), new IdempotencyFilter(requests));
      }
    },
    JDK {
      @Override
      TestServer start(IdempotentRequests requests, TestCall.Handler handler) throws Exception {
        return JdkTestServer.start(
            new IdempotencyHandlerFilter(requests).around(JdkTestServer.calling(handler)), true);
      }
    };

    abstract TestServer start(IdempotentRequests requests, TestCall.Handler handler)
        throws Exception;
  }

  @AfterEach
  void stop() throws Exception {
    for (TestServer server : servers) {
      server.close();
    }
  }

  private TestServer serving(Kind kind, IdempotentRequests settings) throws Exception {
    TestServer server =
        kind.start(
            settings,
            call ->
                call.respond(
                    200, call.guarded() == null ? "next" : "run " + runs.incrementAndGet()));
    servers.add(server);
    return server;
  }

  private static String ask(TestServer server, String host, String... fields) throws Exception {
    List<String> all = new ArrayList<>(List.of(fields));
    all.add("X-User: ann");
    all.add("Idempotency-Key: \"k\"");
    return RawClient.askHost(
            host, server.address(), "POST", "/payments", "body", all.toArray(String[]::new))
        .body();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tenants_that_differ_by_host_do_not_share_keys(Kind kind) throws Exception {
    TestServer server = serving(kind, requests);
    assertThat(ask(server, "a.example")).isEqualTo("run 1");
    assertThat(ask(server, "b.example")).isEqualTo("run 2");
    assertThat(ask(server, "a.example:8080")).isEqualTo("run 3");
    assertThat(ask(server, "A.Example")).isEqualTo("run 1");
    assertThat(ask(server, "a.example:80")).isEqualTo("run 1");
    assertThat(ask(server, "[::1]:80")).isEqualTo("run 4");
    assertThat(ask(server, "[::1]")).isEqualTo("run 4");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void the_scope_is_the_configured_one(Kind kind) throws Exception {
    TestServer one = serving(kind, requests.scope(request -> ""));
    assertThat(ask(one, "a.example")).isEqualTo("run 1");
    assertThat(ask(one, "b.example")).isEqualTo("run 1");
    TestServer byTenant =
        serving(kind, requests.scope(request -> String.join("", request.header("X-Tenant"))));
    assertThat(ask(byTenant, "a.example", "X-Tenant: north")).isEqualTo("run 2");
    assertThat(ask(byTenant, "b.example", "X-Tenant: north")).isEqualTo("run 2");
    assertThat(ask(byTenant, "a.example", "X-Tenant: south")).isEqualTo("run 3");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void applications_with_one_store_do_not_share_keys(Kind kind) throws Exception {
    IdempotentRequests anyHost = requests.scope(request -> "");
    assertThat(ask(serving(kind, anyHost.application("orders")), "a")).isEqualTo("run 1");
    assertThat(ask(serving(kind, anyHost.application("billing")), "a")).isEqualTo("run 2");
    assertThat(ask(serving(kind, anyHost.application("orders")), "a")).isEqualTo("run 1");
    assertThat(ask(serving(kind, anyHost), "a")).isEqualTo("run 3");
  }

  @Test
  void no_two_pairs_of_application_scope_and_path_have_the_same_text() {
    List<String> all = new ArrayList<>();
    for (String application : List.of("", "a", "a/", "a b", "POST", "%2F")) {
      for (String scope : List.of("", "a", "a/b", "/", "%2F", "a b", " ", "x".repeat(400))) {
        for (String path : List.of("/", "/a", "/a/b", "//", "/b", "/%2F", "/x y")) {
          all.add(ScopeText.operation(application, "POST", scope, path));
        }
      }
    }
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void refuses_an_application_without_a_name() {
    assertThatThrownBy(() -> requests.application(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("application must not be blank");
  }
}
