package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.SameResponses.Listed;
import dev.reprise.servlet.SameResponses.Shape;
import dev.reprise.servlet.ServletSameResponseTest.Service;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a servlet reads the same values from a request, and prints the same text, with and
 * without the filter.
 */
final class ServletSameRequestTest {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final List<String> TYPES =
      List.of(
          FORM,
          FORM + ";charset=utf-8",
          FORM + "; charset=\"ISO-8859-1\"",
          FORM + ";charset=iso-8859-15",
          FORM + ";charset=no-such",
          "text/plain",
          "text/plain;charset=utf-8",
          "text/plain;charset=no-such",
          "application/json");
  private static final List<String> BODIES =
      List.of(
          "name=Jos" + latin1("\u00e9") + "&euro=" + latin1("\u20ac"),
          "name=Jos%C3%A9&euro=%e2%82%aC",
          "name=a",
          "a=1+2&b=&c&e=f=g&a=%2B%26%3d");
  private static final List<String> MALFORMED =
      List.of(
          "a=%zz",
          "a=%",
          "a=1%",
          "a=%4",
          "a=%4&b",
          "a=%C3%A",
          "a=%C3",
          "a=%FF",
          "%zz=1",
          "a=\u00e9",
          "a=%u00e9",
          "a=%+1",
          "a=%-1",
          "%C3=%A9");

  private final SameResponses answers = new SameResponses();
  private final Map<String, Reader> readers = readers();

  /** Reads values of a request, and returns them as text. */
  @FunctionalInterface
  interface Reader {

    String read(HttpServletRequest request) throws IOException, ServletException;
  }

  private static String latin1(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static String parameters(HttpServletRequest request) {
    StringBuilder read = new StringBuilder();
    for (String name : Collections.list(request.getParameterNames())) {
      read.append(name)
          .append(Arrays.toString(request.getParameterValues(name)))
          .append(request.getParameter(name));
    }
    return read.append(request.getParameterMap().size()).toString();
  }

  private static String stream(HttpServletRequest request) throws IOException {
    return Arrays.toString(request.getInputStream().readAllBytes());
  }

  private static String reader(HttpServletRequest request) throws IOException {
    StringWriter read = new StringWriter();
    request.getReader().transferTo(read);
    return read.toString();
  }

  private static String set(HttpServletRequest request, String encoding) {
    String before = request.getCharacterEncoding();
    String thrown = "";
    try {
      request.setCharacterEncoding(encoding);
    } catch (IOException unknown) {
      thrown = unknown.getClass().getName();
    }
    return before + "->" + request.getCharacterEncoding() + thrown;
  }

  private static Map<String, Reader> readers() {
    Map<String, Reader> single = new LinkedHashMap<>();
    single.put("parameters", ServletSameRequestTest::parameters);
    single.put("reader", ServletSameRequestTest::reader);
    single.put("stream", ServletSameRequestTest::stream);
    single.put("utf8", request -> set(request, "utf-8"));
    single.put("latin9", request -> set(request, "ISO-8859-15"));
    single.put("unknown", request -> set(request, "no-such"));
    Map<String, Reader> all = new LinkedHashMap<>(single);
    single.forEach(
        (name, one) ->
            single.forEach(
                (otherName, other) ->
                    all.put(
                        name + "-" + otherName,
                        request -> one.read(request) + "; " + orThrown(request, other))));
    all.keySet().removeAll(Set.of("utf8-parameters", "latin9-parameters"));
    return all;
  }

  /** Returns an illegal state as a value; any other exception fails the request. */
  private static String orThrown(HttpServletRequest request, Reader reader)
      throws IOException, ServletException {
    try {
      return reader.read(request);
    } catch (IllegalStateException thrown) {
      if (thrown.getClass() != IllegalStateException.class) {
        throw thrown;
      }
      return "illegal state";
    }
  }

  @Test
  @Tag("proof")
  void reads_every_request_as_without_the_filter() throws Exception {
    List<Shape<Service>> shapes = new ArrayList<>();
    for (String reader : readers.keySet()) {
      for (String type : TYPES) {
        List<String> bodies = new ArrayList<>(BODIES);
        bodies.addAll(MALFORMED);
        bodies.forEach(body -> shapes.add(shape(shapes.size(), reader, type, body)));
      }
    }
    serve(shapes);
  }

  @Test
  void reads_a_sample_of_the_requests_as_without_the_filter() throws Exception {
    List<Shape<Service>> shapes = new ArrayList<>();
    for (String type : TYPES) {
      for (String body : BODIES) {
        shapes.add(shape(shapes.size(), "parameters", type, body));
        shapes.add(shape(shapes.size(), "reader", type, body));
      }
    }
    for (String body : MALFORMED) {
      shapes.add(shape(shapes.size(), "parameters", TYPES.get(0), body));
      shapes.add(shape(shapes.size(), "parameters", TYPES.get(3), body));
    }
    for (String reader : readers.keySet()) {
      for (int type : new int[] {0, 2, 6}) {
        shapes.add(shape(shapes.size(), reader, TYPES.get(type), BODIES.get(0)));
      }
    }
    for (String method : List.of("PUT", "PATCH", "DELETE")) {
      shapes.add(shape(shapes.size(), "parameters", FORM, "a=1").by(method));
    }
    serve(shapes);
  }

  /** As the specification requires; Jetty detects a form only by its type. */
  @Test
  void reads_the_parameters_in_the_encoding_that_was_set() throws Exception {
    List<String> read = new ArrayList<>();
    Service service =
        (request, response) -> {
          read.add(request.getParameter("a"));
          request.setCharacterEncoding(StandardCharsets.UTF_8);
          read.add(request.getCharacterEncoding() + request.getParameter("a"));
        };
    Service before =
        (request, response) -> {
          request.setCharacterEncoding("iso-8859-15");
          service.serve(request, response);
        };
    IdempotentRequests requests =
        IdempotentRequests.of(new InMemoryIdempotencyStore()).allowAnonymous();
    try (TestServer server = start(Map.of("pay", before), new IdempotencyFilter(requests))) {
      String[] fields = {"Content-Type: " + FORM, "Idempotency-Key: \"k\""};
      assertThat(RawClient.ask(server.address(), "POST", "/pay", "a=%A4", fields).status())
          .contains("200");
    }
    assertThat(read).containsExactly("\u20ac", "UTF-8\u20ac");
  }

  private Shape<Service> shape(int number, String reader, String type, String body) {
    Service service = (request, response) -> answer(response, readers.get(reader).read(request));
    return Shape.of(number + "-" + reader, service, Listed.UNREADABLE)
        .sending(body, "Content-Type: " + type);
  }

  private static void answer(HttpServletResponse response, String text) throws IOException {
    response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private void serve(List<Shape<Service>> shapes) throws Exception {
    Map<String, Service> byName = new HashMap<>();
    shapes.forEach(shape -> byName.put(shape.name(), shape.handler()));
    IdempotentRequests requests =
        IdempotentRequests.of(new InMemoryIdempotencyStore(100_000)).allowAnonymous();
    try (TestServer plain = start(byName);
        TestServer guarded = start(byName, new IdempotencyFilter(requests))) {
      answers.assertSame(plain.address(), guarded.address(), shapes);
    }
  }

  @SuppressWarnings("serial")
  private TestServer start(Map<String, Service> services, Filter... filters) throws Exception {
    return JettyTestServer.start(
        new HttpServlet() {
          @Override
          protected void service(HttpServletRequest request, HttpServletResponse response)
              throws ServletException, IOException {
            String name = request.getRequestURI().substring(1);
            if (name.equals("next")) {
              answer(response, "next");
              return;
            }
            answers.ran(name);
            Objects.requireNonNull(services.get(name), name).serve(request, response);
          }
        },
        filters);
  }
}
