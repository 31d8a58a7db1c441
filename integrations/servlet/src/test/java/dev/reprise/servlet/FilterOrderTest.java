package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.internal.jakarta.BufferedInput;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests other filters before the filter, and the filter registered twice. */
final class FilterOrderTest {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final AtomicInteger runs = new AtomicInteger();
  private final IdempotentRequests requests =
      IdempotentRequests.of(new InMemoryIdempotencyStore())
          .guard(guard -> guard.waitAtMost(Duration.ZERO));
  private @Nullable TestServer server;

  /** Change of a request by an earlier filter; null for none. */
  @FunctionalInterface
  private interface Earlier {

    @Nullable HttpServletRequest change(HttpServletRequest request)
        throws IOException, ServletException;
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private Client behind(Earlier earlier) throws Exception {
    return behind(earlier, requests);
  }

  private Client behind(Earlier earlier, IdempotentRequests settings) throws Exception {
    return serving(new EarlierFilter(earlier), new IdempotencyFilter(settings));
  }

  private Client serving(jakarta.servlet.Filter... filters) throws Exception {
    TestServer started = JettyTestServer.start(new PayingServlet(runs), filters);
    server = started;
    return new Client(started);
  }

  private static HttpResponse<String> send(Client client, String type, BodyPublisher body)
      throws Exception {
    return client.send(client.withKey("k").header("Content-Type", type).POST(body));
  }

  private static HttpResponse<String> send(Client client, String type, String body)
      throws Exception {
    return send(client, type, BodyPublishers.ofString(body));
  }

  @Test
  void distinguishes_forms_whose_parameters_an_earlier_filter_has_read() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getParameter("amount")).isNotNull();
              return null;
            });
    assertThat(send(client, FORM, "amount=17&to=ann").body()).isEqualTo("paid 17, run 1");
    assertThat(send(client, FORM, "amount=99&to=ann").statusCode()).isEqualTo(422);
    assertThat(send(client, FORM, "amount=17&to=ann&amount=99").statusCode()).isEqualTo(422);
    assertThat(send(client, FORM, "amount=17").statusCode()).isEqualTo(422);
    assertThat(send(client, FORM, "amount=17&to=ann").body()).isEqualTo("paid 17, run 1");
    assertThat(runs).hasValue(1);
  }

  @Test
  void does_not_run_for_a_body_that_an_earlier_filter_has_read() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getInputStream().readAllBytes()).isNotEmpty();
              return null;
            });
    for (BodyPublisher body :
        List.of(
            BodyPublishers.ofString("amount=17"),
            BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream("amount=17".getBytes(StandardCharsets.UTF_8))))) {
      assertMisplaced(send(client, "text/plain", body));
    }
  }

  @Test
  void does_not_run_for_a_body_that_an_earlier_filter_has_started_to_read() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getInputStream().read()).isEqualTo('a');
              return null;
            });
    assertMisplaced(send(client, "text/plain", "amount=17"));
  }

  @Test
  void does_not_run_for_a_body_that_an_earlier_filter_reads_by_lines() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getReader().readLine()).isNotEmpty();
              return null;
            });
    assertMisplaced(send(client, "text/plain", "amount=17"));
  }

  @Test
  void does_not_pass_an_empty_form_to_a_custom_fingerprint() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getParameter("amount")).isNotNull();
              return null;
            },
            requests.fingerprint((request, body) -> Fingerprint.of(body)));
    assertMisplaced(send(client, FORM, "amount=17"));
  }

  private void assertMisplaced(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("must come before any filter that reads the body");
    assertThat(runs).hasValue(0);
  }

  @Test
  void accepts_a_body_that_was_read_if_the_fingerprint_does_not_need_it() throws Exception {
    Client client =
        behind(
            request -> {
              assertThat(request.getParameter("amount")).isNotNull();
              return null;
            },
            requests.fingerprintWithoutBody(
                request -> Fingerprint.ofParts(request.header("X-User").get(0))));
    assertThat(send(client, FORM, "amount=17").body()).isEqualTo("paid 17, run 1");
  }

  @Test
  void reads_a_body_that_an_earlier_filter_unpacks_to_fewer_bytes() throws Exception {
    Client client = behind(request -> new Unpacked(request, "17"));
    for (int time = 0; time < 2; time++) {
      assertThat(
              client
                  .send(
                      client
                          .withKey("k")
                          .header("Content-Encoding", "gzip")
                          .POST(BodyPublishers.ofString("longer than it is unpacked")))
                  .body())
          .isEqualTo("paid 17, run 1");
    }
  }

  @Test
  void runs_once_if_it_is_registered_twice() throws Exception {
    for (IdempotentRequests other :
        List.of(requests, IdempotentRequests.of(new InMemoryIdempotencyStore()))) {
      runs.set(0);
      Client client = serving(new IdempotencyFilter(requests), new IdempotencyFilter(other));
      String body = "amount=" + System.identityHashCode(other);
      HttpResponse<String> first = client.postTo("p" + body.hashCode(), "twice", body);
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(client.postTo("p" + body.hashCode(), "twice", body).body())
          .isEqualTo(first.body());
      assertThat(runs).hasValue(1);
      stop();
    }
  }

  @Test
  void runs_once_if_it_wraps_itself() throws Exception {
    IdempotencyHandlerFilter filter = new IdempotencyHandlerFilter(requests.allowAnonymous());
    try (TestServer twice =
        JdkTestServer.start(
            filter.around(
                JdkTestServer.calling(call -> call.respond(200, "run " + runs.incrementAndGet()))),
            false,
            filter)) {
      Client client = new Client(twice);
      assertThat(client.post("k", "a").body()).isEqualTo("run 1");
      assertThat(client.post("k", "a").body()).isEqualTo("run 1");
    }
  }

  @Test
  void does_not_run_for_a_body_that_an_earlier_filter_of_the_jdks_server_has_read()
      throws Exception {
    try (TestServer reading =
        JdkTestServer.start(
            JdkTestServer.calling(call -> call.respond(200, "run " + runs.incrementAndGet())),
            false,
            com.sun.net.httpserver.Filter.beforeHandler(
                "reads",
                exchange -> {
                  try {
                    exchange.getRequestBody().readAllBytes();
                  } catch (IOException gone) {
                    throw new IllegalStateException(gone);
                  }
                }),
            new IdempotencyHandlerFilter(requests.allowAnonymous()))) {
      Client client = new Client(reading);
      assertThatThrownBy(() -> client.post("k", "amount=17")).isInstanceOf(IOException.class);
      assertThat(runs).hasValue(0);
    }
  }

  /** Pays the amount of the request. */
  @SuppressWarnings("serial")
  private static final class PayingServlet extends HttpServlet {

    private final AtomicInteger runs;

    private PayingServlet(AtomicInteger runs) {
      super();
      this.runs = runs;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String amount = request.getParameter("amount");
      if (amount == null) {
        amount = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      }
      response.getOutputStream().print("paid " + amount + ", run " + runs.incrementAndGet());
    }
  }

  /** A filter that runs earlier. */
  @SuppressWarnings("serial")
  private static final class EarlierFilter extends HttpFilter {

    private final Earlier earlier;

    private EarlierFilter(Earlier earlier) {
      super();
      this.earlier = earlier;
    }

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      HttpServletRequest changed = earlier.change(request);
      chain.doFilter(changed == null ? request : changed, response);
    }
  }

  /** A request with a different body than the one that was sent. */
  private static final class Unpacked extends HttpServletRequestWrapper {

    private final BufferedInput body;

    private Unpacked(HttpServletRequest request, String body) {
      super(request);
      this.body = new BufferedInput(body.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public ServletInputStream getInputStream() {
      return body;
    }
  }
}
