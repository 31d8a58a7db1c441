package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests keys in a servlet container. */
final class ServletIdempotencyTest extends IdempotencyScenarios {

  private final AtomicInteger runs = new AtomicInteger();
  private @Nullable TestServer server;

  @Override
  TestServer start(IdempotentRequests requests, TestCall.Handler handler) throws Exception {
    return JettyTestServer.start(JettyTestServer.calling(handler), new IdempotencyFilter(requests));
  }

  @AfterEach
  void stopOwn() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private Client serving(Service service) throws Exception {
    TestServer started =
        JettyTestServer.start(
            new ServiceServlet(
                (request, response) -> {
                  runs.incrementAndGet();
                  service.serve(request, response);
                }),
            new IdempotencyFilter(IdempotentRequests.of(new InMemoryIdempotencyStore())));
    server = started;
    return new Client(started);
  }

  /** Sends a request twice, and expects the same response from one run. */
  private HttpResponse<String> askTwice(Client client) throws Exception {
    HttpResponse<String> first = client.post("k", "a");
    HttpResponse<String> second = client.post("k", "a");
    assertThat(runs).hasValue(1);
    assertThat(second.statusCode()).isEqualTo(first.statusCode());
    assertThat(second.body()).isEqualTo(first.body());
    for (String name : List.of("Content-Type", "Location", "X-Outer")) {
      assertThat(second.headers().allValues(name)).isEqualTo(first.headers().allValues(name));
    }
    assertThat(second.headers().allValues("Idempotency-Replayed")).containsExactly("true");
    return second;
  }

  @Test
  void records_what_a_writer_writes_in_its_charset() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.setContentType("text/plain;charset=utf-8");
              response.getWriter().print("grün");
              response.setContentType("text/html;charset=iso-8859-1");
              response.setCharacterEncoding("utf-16");
            });
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.body()).isEqualTo("grün");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(
            type -> assertThat(type).isEqualToIgnoringCase("text/html;charset=utf-8"));
  }

  @Test
  void adds_the_default_charset_of_a_writer() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.setContentType("text/plain");
              response.getWriter().print("gr\u00fcn");
            });
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.body()).isEqualTo("grün");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).containsIgnoringCase("charset=iso-8859-1"));
  }

  @Test
  void records_an_error_and_lets_the_container_generate_its_page_again() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.getWriter().print("forgotten");
              response.sendError(404, "no such order");
              response.getWriter().print("dropped");
            });
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("no such order").doesNotContain("forgotten", "dropped");
  }

  @Test
  void releases_the_key_after_an_error_that_is_not_recorded() throws Exception {
    Client client = serving((request, response) -> response.sendError(503));
    assertThat(client.post("k", "a").statusCode()).isEqualTo(503);
    assertThat(client.post("k", "a").statusCode()).isEqualTo(503);
    assertThat(runs).hasValue(2);
  }

  @Test
  void records_redirects() throws Exception {
    Client client = serving((request, response) -> response.sendRedirect("/orders/1"));
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().allValues("Location")).containsExactly("/orders/1");
  }

  @Test
  void records_redirects_with_their_status() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.getWriter().print("see there");
              response.sendRedirect("/orders/1", 303, false);
            });
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.body()).isEqualTo("see there");
  }

  @Test
  void a_servlet_may_reset_its_response() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.setHeader("Location", "/wrong");
              response.setStatus(202);
              response.getWriter().print("wrong");
              response.reset();
              assertThat(response.isCommitted()).isFalse();
              response.getOutputStream().print("right");
              response.getOutputStream().close();
              assertThat(response.isCommitted()).isTrue();
              assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
            });
    HttpResponse<String> answer = askTwice(client);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("right");
    assertThat(answer.headers().map()).doesNotContainKey("Location");
    assertThat(answer.headers().allValues("X-Outer")).isEmpty();
  }

  @Test
  void gives_the_servlet_the_parameters_of_query_and_form() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              assertThat(request.getParameterValues("a")).containsExactly("1", "2 ü");
              assertThat(request.getParameterMap()).containsOnlyKeys("a", "b", "c");
              assertThat(request.getParameterNames().asIterator())
                  .toIterable()
                  .containsExactly("a", "b", "c");
              assertThat(request.getParameter("none")).isNull();
              assertThat(request.getParameterValues("none")).isNull();
              response.getWriter().print(request.getParameter("a") + request.getParameter("b"));
            });
    HttpResponse<String> answer =
        client.send(
            client
                .to("payments?a=1")
                .header("Idempotency-Key", "\"k\"")
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                .POST(BodyPublishers.ofString("a=2+%C3%BC&b=3&&c")));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("13");
  }

  @Test
  void refuses_a_malformed_form_and_releases_the_key() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              try {
                response.getWriter().print(request.getParameter("a"));
              } catch (IllegalStateException malformed) {
                if (runs.get() > 1) {
                  throw malformed;
                }
                throw new ServletException(malformed);
              }
            });
    for (int run = 1; run < 4; run++) {
      HttpResponse<String> answer =
          client.send(
              client
                  .withKey("k")
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(BodyPublishers.ofString("a=100%&b=%zz")));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(runs).hasValue(run);
    }
  }

  @Test
  void gives_the_servlet_the_body_through_a_reader() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              response.setCharacterEncoding("utf-8");
              response.getWriter().print(request.getReader().readLine());
              assertThat(request.getReader().read()).isEqualTo(-1);
              assertThatThrownBy(request::getInputStream).isInstanceOf(IllegalStateException.class);
            });
    assertThat(
            client
                .send(
                    client
                        .withKey("k")
                        .header("Content-Type", "text/plain;charset=utf-8")
                        .POST(BodyPublishers.ofString("grün\n")))
                .body())
        .isEqualTo("grün");
  }

  @Test
  void refuses_asynchronous_work_of_a_guarded_request_and_releases_the_key() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              if (request.getHeader("Idempotency-Key") != null && runs.get() > 1) {
                response.getWriter().print("in time");
                return;
              }
              AsyncContext later = request.startAsync();
              later.start(
                  () -> {
                    try {
                      response.getWriter().print("later");
                    } catch (IOException gone) {
                      throw new IllegalStateException(gone);
                    } finally {
                      later.complete();
                    }
                  });
            });
    HttpResponse<String> refused = client.post("k", "a");
    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(refused.body()).contains("it cannot be asynchronous");
    assertThat(client.post("k", "a").body()).isEqualTo("in time");
    assertThat(client.send(client.to("payments").POST(BodyPublishers.noBody())).statusCode())
        .isEqualTo(200);
    runs.set(0);
    assertThat(client.send(client.to("payments").POST(BodyPublishers.noBody())).body())
        .isEqualTo("later");
  }

  @Test
  void refuses_the_parts_of_a_body_that_it_has_read() throws Exception {
    Client client = serving((request, response) -> request.getParts());
    HttpResponse<String> answer = client.post("k", "a");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("fingerprintWithoutBody");
  }

  @Test
  void guards_the_request_but_not_the_target_of_a_forward() throws Exception {
    Client client =
        serving(
            (request, response) -> {
              if (request.getDispatcherType() == jakarta.servlet.DispatcherType.FORWARD) {
                assertThat(IdempotencyFilter.guarded(request)).isNotNull();
                response.getWriter().print("forwarded");
              } else {
                runs.decrementAndGet();
                request.getRequestDispatcher("/other").forward(request, response);
              }
            });
    assertThat(askTwice(client).body()).isEqualTo("forwarded");
  }

  /** The work of a servlet. */
  @FunctionalInterface
  interface Service {

    void serve(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException;
  }

  /** A servlet for all methods. */
  @SuppressWarnings("serial")
  private static final class ServiceServlet extends HttpServlet {

    private final Service service;

    private ServiceServlet(Service service) {
      super();
      this.service = service;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      service.serve(request, response);
    }
  }
}
