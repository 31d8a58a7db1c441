package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests that two requests with one key and two bodies are distinguished, or do not reach the
 * handler, after any reads of an earlier filter.
 */
final class BodyReadBeforeTest {

  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
  private static final String MULTIPART = "Content-Type: multipart/form-data; boundary=b";
  private static final String JSON = "Content-Type: application/json";
  private static final String NO_TYPE = "X-No: type";
  private static final String LENGTH = "X-Announced: length";
  private static final String HTTP_2 = "X-Announced: as in HTTP/2";
  private static final List<String> TYPES = List.of(FORM, MULTIPART, JSON, NO_TYPE);
  private static final List<String> PACKINGS =
      List.of("X-No: packing", "Content-Encoding: identity", "Content-Encoding: gzip");

  private final Map<String, Earlier<HttpServletRequest>> ways = new LinkedHashMap<>();
  private final Map<String, Earlier<InputStream>> streamWays = new LinkedHashMap<>();
  private final AtomicInteger keys = new AtomicInteger();
  private final IdempotentRequests requests =
      IdempotentRequests.of(new InMemoryIdempotencyStore()).allowAnonymous();

  /** The ways in which an earlier filter reads a body. */
  @FunctionalInterface
  private interface Earlier<B> {

    void read(B body) throws IOException, ServletException;
  }

  /** The result of two requests. */
  private enum Result {
    DISTINGUISHED,
    REFUSED,
    BLIND
  }

  BodyReadBeforeTest() {
    streamWays.put("nothing", in -> {});
    streamWays.put("a byte", InputStream::read);
    streamWays.put("two bytes", in -> in.readNBytes(2));
    streamWays.put("all but the end", in -> in.readNBytes(9));
    streamWays.put("all", InputStream::readAllBytes);
    streamWays.forEach((name, way) -> ways.put(name, asked -> way.read(asked.getInputStream())));
    ways.put("a character", request -> request.getReader().read());
    ways.put("a line", request -> request.getReader().readLine());
    ways.put("a parameter", request -> request.getParameter("none"));
    ways.put("a parameter, then all", BodyReadBeforeTest::readParameterAndBody);
    ways.put("parts", BodyReadBeforeTest::readParts);
  }

  private static void readParameterAndBody(HttpServletRequest request) throws IOException {
    request.getParameterMap();
    request.getReader().read();
  }

  private static void readParts(HttpServletRequest request) throws IOException {
    request.setAttribute("org.eclipse.jetty.multipartConfig", new MultipartConfigElement(""));
    try {
      request.getParts();
    } catch (ServletException notMultipart) {
      // is left unread
    }
  }

  private Result resultOf(URI server, String type, String one, String other, String... fields)
      throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(fields));
    all.add("Idempotency-Key: \"k" + keys.incrementAndGet() + '"');
    all.add(type);
    List<RawClient.Answer> answers = new ArrayList<>();
    for (String amount : List.of(one, other)) {
      answers.add(
          RawClient.ask(
              server, "POST", "/pay?a=1&a=2", body(type, amount), all.toArray(String[]::new)));
    }
    if (answers.stream().allMatch(BodyReadBeforeTest::isFailure)) {
      return Result.REFUSED;
    }
    boolean isToldApart =
        answers.get(0).status().contains("200") && answers.get(1).status().contains("422");
    return isToldApart ? Result.DISTINGUISHED : Result.BLIND;
  }

  private static boolean isFailure(RawClient.Answer answer) {
    return answer.status().contains("500") || answer.status().equals("no answer");
  }

  private static String body(String type, String text) {
    return type.equals(MULTIPART)
        ? text
            + "--b\r\nContent-Disposition: form-data; name=\"p\"\r\n\r\n"
            + text
            + "\r\n--b--\r\n"
        : text;
  }

  @Test
  void is_distinguished_or_refused_in_a_servlet_container() throws Exception {
    Map<String, Result> results = new LinkedHashMap<>();
    try (TestServer server = startJetty()) {
      for (String way : ways.keySet()) {
        for (String type : TYPES) {
          for (String announced : List.of(LENGTH, RawClient.CHUNKED, HTTP_2)) {
            for (String packing : PACKINGS) {
              String read = "X-Read: " + way;
              String[] fields = {read, announced, packing};
              if (announced.equals(HTTP_2)) {
                fields = new String[] {read, announced, packing, RawClient.CHUNKED};
              }
              results.put(
                  String.join(", ", way, type, announced, packing),
                  resultOf(server.address(), type, "amount=10", "amount=99", fields));
              if (announced.equals(LENGTH)) {
                results.put(
                    String.join(", ", way, type, packing, "first byte"),
                    resultOf(server.address(), type, "1=amount!", "9=amount!", fields));
              }
            }
          }
        }
      }
    }
    results.keySet().removeIf(name -> name.contains(HTTP_2) && name.contains(NO_TYPE));
    assertResults(results);
    assertThat(results)
        .allSatisfy(
            (name, result) -> {
              if (name.startsWith("a parameter,") && name.contains(FORM)) {
                assertThat(result).as(name).isEqualTo(Result.DISTINGUISHED);
              }
            });
  }

  @Test
  void is_distinguished_or_refused_on_the_jdks_server() throws Exception {
    Map<String, Result> results = new LinkedHashMap<>();
    try (TestServer server = startJdk()) {
      for (String way : streamWays.keySet()) {
        for (String packing : PACKINGS) {
          for (String announced : List.of(LENGTH, RawClient.CHUNKED)) {
            results.put(
                String.join(", ", way, announced, packing),
                resultOf(
                    server.address(),
                    NO_TYPE,
                    "amount=10",
                    "amount=99",
                    "X-Read: " + way,
                    announced,
                    packing));
          }
          results.put(
              String.join(", ", way, packing, "first byte"),
              resultOf(
                  server.address(), NO_TYPE, "1=amount!", "9=amount!", "X-Read: " + way, packing));
        }
      }
    }
    assertResults(results);
  }

  private static void assertResults(Map<String, Result> results) {
    assertThat(results)
        .doesNotContainValue(Result.BLIND)
        .allSatisfy(
            (name, result) -> {
              if (name.startsWith("nothing")) {
                assertThat(result).as(name).isEqualTo(Result.DISTINGUISHED);
              }
            });
  }

  @Test
  void an_empty_body_is_accepted_unless_it_came_in_chunks_and_may_have_been_read()
      throws Exception {
    try (TestServer jetty = startJetty();
        TestServer jdk = startJdk();
        TestServer first =
            JdkTestServer.start(
                JdkTestServer.calling(call -> call.respond(200, "paid")),
                false,
                new IdempotencyHandlerFilter(requests));
        TestServer around =
            JdkTestServer.start(
                new IdempotencyHandlerFilter(requests)
                    .around(JdkTestServer.calling(call -> call.respond(200, "paid"))),
                false)) {
      for (TestServer server : List.of(jetty, jdk, first, around)) {
        assertThat(statusOfEmpty(server, LENGTH)).contains("200");
      }
      assertThat(statusOfEmpty(jetty, RawClient.CHUNKED)).contains("500");
      assertThat(statusOfEmpty(jdk, RawClient.CHUNKED)).isEqualTo("no answer");
      assertThat(statusOfEmpty(first, RawClient.CHUNKED)).contains("200");
      assertThat(statusOfEmpty(around, RawClient.CHUNKED)).contains("200");
    }
  }

  private String statusOfEmpty(TestServer server, String announced) throws IOException {
    String key = "Idempotency-Key: \"e" + keys.incrementAndGet() + '"';
    return RawClient.ask(
            server.address(), "POST", "/pay", "", "X-Read: nothing", FORM, announced, key)
        .status();
  }

  private TestServer startJetty() throws Exception {
    return JettyTestServer.start(
        JettyTestServer.calling(call -> call.respond(200, "paid")),
        new Reading(ways),
        new IdempotencyFilter(requests));
  }

  private TestServer startJdk() throws IOException {
    return JdkTestServer.start(
        JdkTestServer.calling(call -> call.respond(200, "paid")),
        false,
        com.sun.net.httpserver.Filter.beforeHandler("reads", this::readBefore),
        new IdempotencyHandlerFilter(requests));
  }

  private void readBefore(HttpExchange exchange) {
    String way = exchange.getRequestHeaders().getFirst("X-Read");
    try {
      if (way != null) {
        Objects.requireNonNull(streamWays.get(way)).read(exchange.getRequestBody());
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    } catch (ServletException elsewhere) {
      throw new IllegalStateException(elsewhere);
    }
  }

  /** Reads the body in the way that the request names. */
  @SuppressWarnings("serial")
  private static final class Reading extends HttpFilter {

    private final transient Map<String, Earlier<HttpServletRequest>> ways;

    private Reading(Map<String, Earlier<HttpServletRequest>> ways) {
      super();
      this.ways = ways;
    }

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      String way = request.getHeader("X-Read");
      if (way != null) {
        Objects.requireNonNull(ways.get(way), way).read(request);
      }
      boolean isSecond = HTTP_2.endsWith(String.valueOf(request.getHeader("X-Announced")));
      chain.doFilter(isSecond ? new AsInHttp2(request) : request, response);
    }
  }

  /** A request whose header does not contain its length. */
  private static final class AsInHttp2 extends HttpServletRequestWrapper {

    private AsInHttp2(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getProtocol() {
      return "HTTP/2.0";
    }

    @Override
    public @Nullable String getHeader(String name) {
      return name.equalsIgnoreCase("Transfer-Encoding") ? null : super.getHeader(name);
    }
  }
}
