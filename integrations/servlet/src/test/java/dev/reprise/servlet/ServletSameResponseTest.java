package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.SameResponses.Listed;
import dev.reprise.servlet.SameResponses.Shape;
import dev.reprise.servlet.internal.response.FieldText;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client gets the same response with and without the filter, and when it is replayed. */
final class ServletSameResponseTest {

  private static final int MAX_RESPONSE_BYTES = 100_000;

  private final SameResponses answers = new SameResponses();
  private final Map<String, Set<String>> lateResults = new ConcurrentHashMap<>();

  /** The work of a servlet. */
  @FunctionalInterface
  interface Service {

    void serve(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException;
  }

  private static Shape<Service> shape(String name, Service service, Listed... differs) {
    return Shape.of(name, service, differs);
  }

  private static void print(HttpServletResponse response, String text) throws IOException {
    response.getOutputStream().print(text);
  }

  @Test
  void sees_the_same_response_for_a_sample_of_all_shapes() throws Exception {
    List<Shape<Service>> shapes = new ArrayList<>(shapes());
    for (int point : new int[] {0, 9, 10, 13, 31, 127, 128, 133, 233, 255, 256, 0x10A, 0x10D}) {
      shapes.addAll(fieldsWith(point));
    }
    for (int status :
        new int[] {200, 201, 204, 205, 299, 302, 304, 400, 404, 418, 429, 500, 503, 599, 700}) {
      shapes.addAll(ofStatus(status));
    }
    serve(shapes);
  }

  @Test
  @Tag("proof")
  void sees_the_same_response_for_all_shapes() throws Exception {
    List<Shape<Service>> shapes = new ArrayList<>(shapes());
    for (int point = 0; point < 0x300; point++) {
      shapes.addAll(fieldsWith(point));
    }
    for (int point : new int[] {0x202E, 0x2028, 0x0D0A, 0x0A0D, 0xD83D, 0xDC00, 0xFEFF, 0x1F600}) {
      shapes.addAll(fieldsWith(point));
    }
    for (int status = 200; status < 1000; status++) {
      shapes.addAll(ofStatus(status));
    }
    serve(shapes);
  }

  private void serve(List<Shape<Service>> shapes) throws Exception {
    Map<String, Service> byName = new HashMap<>();
    shapes.forEach(shape -> byName.put(shape.name(), shape.handler()));
    IdempotentRequests requests =
        IdempotentRequests.of(new InMemoryIdempotencyStore(100_000))
            .allowAnonymous()
            .maxResponseBytes(MAX_RESPONSE_BYTES);
    try (TestServer plain = start(byName);
        TestServer guarded = start(byName, new IdempotencyFilter(requests))) {
      answers.assertSame(plain.address(), guarded.address(), shapes);
      assertThat(lateResults).allSatisfy((end, result) -> assertThat(result).as(end).hasSize(1));
    }
  }

  @SuppressWarnings("serial")
  private TestServer start(Map<String, Service> services, Filter... filters) throws Exception {
    return JettyTestServer.start(
        new HttpServlet() {
          @Override
          protected void service(HttpServletRequest request, HttpServletResponse response)
              throws ServletException, IOException {
            Object included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI);
            String name =
                Objects.requireNonNullElse(included, request.getRequestURI())
                    .toString()
                    .substring(1);
            if (name.equals("next")) {
              response.getOutputStream().print("next");
              return;
            }
            answers.ran(name);
            Objects.requireNonNull(services.get(name), name).serve(request, response);
          }
        },
        filters);
  }

  private List<Shape<Service>> shapes() {
    List<Shape<Service>> shapes = new ArrayList<>();
    shapes.addAll(bodies());
    shapes.addAll(prints());
    shapes.addAll(commits());
    shapes.addAll(resets());
    shapes.addAll(errors());
    shapes.addAll(headers());
    shapes.addAll(dispatches());
    return shapes;
  }

  private static List<Shape<Service>> ofStatus(int status) {
    return List.of(
        shape("status-" + status, (request, response) -> response.setStatus(status)),
        shape(
            "status-body-" + status,
            (request, response) -> {
              response.setStatus(status);
              print(response, "body of " + status);
            }),
        shape("error-" + status, (request, response) -> response.sendError(status)),
        shape("error-text-" + status, (request, response) -> response.sendError(status, "so")));
  }

  private static List<Shape<Service>> fieldsWith(int point) {
    String text = "a" + new String(Character.toChars(point)) + "X-Injected: b";
    return List.of(
        shape(
            "value-" + point,
            (request, response) -> {
              response.setHeader("X-Set", text);
              response.addHeader("X-Add", "1");
              response.addHeader("X-Add", text);
              print(response, "with a field");
            },
            point == 127 ? new Listed[] {Listed.UNFIT_AS_SENT} : new Listed[0]),
        shape(
            "name-" + point,
            (request, response) -> response.setHeader("X-" + text.charAt(1) + "-Y", "1"),
            FieldText.isName(text.substring(1, 2))
                ? new Listed[0]
                : new Listed[] {Listed.UNFIT_AS_SENT}),
        shape("message-" + point, (request, response) -> response.sendError(404, text)),
        shape(
            "location-" + point,
            (request, response) -> response.sendRedirect("/" + text),
            Listed.LOCATION),
        shape(
            "type-" + point,
            (request, response) -> response.setContentType("text/" + text),
            point == 127 ? new Listed[] {Listed.UNFIT_AS_SENT} : new Listed[0]));
  }

  private static List<Shape<Service>> bodies() {
    return List.of(
        shape("nothing", (request, response) -> {}),
        shape("empty-stream", (request, response) -> response.getOutputStream()),
        shape("empty-writer", (request, response) -> response.getWriter()),
        shape("stream", (request, response) -> print(response, "text")),
        shape("writer", (request, response) -> response.getWriter().print("gr\u00fcn \u20ac")),
        shape(
            "writer-utf8",
            (request, response) -> {
              response.setContentType("text/plain;charset=utf-8");
              response.getWriter().print("gr\u00fcn \u20ac \ud83d\ude00 \ud800");
            }),
        shape(
            "writer-utf16",
            (request, response) -> {
              response.setCharacterEncoding("utf-16");
              response.getWriter().print("gr\u00fcn");
            }),
        shape(
            "writer-json",
            (request, response) -> {
              response.setContentType("application/json");
              response.getWriter().print("{\"a\":\"\u00fc\"}");
            }),
        shape(
            "writer-html",
            (request, response) -> {
              response.setContentType("text/html");
              response.getWriter().print("gr\u00fcn");
            }),
        shape(
            "charset-then-type",
            (request, response) -> {
              response.setCharacterEncoding("iso-8859-15");
              response.setContentType("text/plain");
              response.getWriter().print("\u20ac");
            }),
        shape(
            "type-after-writer",
            (request, response) -> {
              response.getWriter().print("\u20ac");
              response.setContentType("text/html;charset=utf-8");
              response.setCharacterEncoding("utf-16");
            }),
        shape(
            "locale",
            (request, response) -> {
              response.setLocale(Locale.GERMANY);
              response.setContentType("text/plain");
              response.getWriter().print("gr\u00fcn");
            }),
        shape(
            "locale-after-writer",
            (request, response) -> {
              response.getWriter().print("gr\u00fcn");
              response.setLocale(Locale.JAPAN);
            }),
        shape(
            "unknown-charset",
            (request, response) -> {
              response.setCharacterEncoding("no-such");
              response.getWriter().print("x");
            }),
        shape("binary", (request, response) -> response.getOutputStream().write(allBytes())),
        shape(
            "length-set",
            (request, response) -> {
              response.setContentLength(4);
              print(response, "text");
            }),
        shape("length-zero", (request, response) -> response.setContentLength(0)),
        shape(
            "length-in-a-header",
            (request, response) -> {
              response.setHeader("Content-Length", "4");
              print(response, "text");
            }),
        shape(
            "length-long",
            (request, response) -> {
              response.setContentLengthLong(4);
              response.getWriter().print("text");
              response.getWriter().close();
            }),
        shape(
            "length-too-great",
            (request, response) -> {
              response.setContentLength(10);
              print(response, "text");
            },
            Listed.WRONG_LENGTH),
        shape(
            "length-too-small",
            (request, response) -> {
              response.setContentLength(2);
              print(response, "text");
            },
            Listed.WRONG_LENGTH),
        shape("larger-than-a-buffer", (request, response) -> print(response, "x".repeat(40_000))),
        shape(
            "larger-than-a-buffer-in-pieces",
            (request, response) -> {
              for (int piece = 0; piece < 10; piece++) {
                print(response, "x".repeat(9_000));
              }
            }),
        shape(
            "larger-by-a-writer",
            (request, response) -> response.getWriter().print("y".repeat(90_000))),
        shape(
            "too-long",
            (request, response) -> print(response, "z".repeat(MAX_RESPONSE_BYTES + 1)),
            Listed.TOO_LONG),
        shape("put", (request, response) -> print(response, "put")).by("PUT"),
        shape("get", (request, response) -> print(response, "got")).by("GET"),
        shape("delete", (request, response) -> response.setStatus(204)).by("DELETE"),
        shape("head", (request, response) -> print(response, "head")).by("HEAD"),
        shape(
            "both",
            (request, response) -> {
              print(response, "stream");
              String thrown = "nothing";
              try {
                response.getWriter();
              } catch (IllegalStateException expected) {
                thrown = "illegal state";
              }
              print(response, thrown);
            }));
  }

  private static List<Shape<Service>> prints() {
    List<Shape<Service>> shapes = new ArrayList<>();
    for (String charset : List.of("", "utf-8", "iso-8859-1", "iso-8859-15", "utf-16", "no-such")) {
      for (String text : List.of("", "plain", "\u00e9", "10 \u20ac", "\ud83d\ude00", "\ud800")) {
        shapes.add(
            shape(
                "print-" + charset + "-" + text.codePoints().sum(),
                (request, response) -> {
                  if (!charset.isEmpty()) {
                    response.setCharacterEncoding(charset);
                  }
                  response.getOutputStream().print(text);
                  response.getOutputStream().println(text);
                  response.setContentType("text/plain;charset=utf-8");
                  response.getOutputStream().print(text);
                }));
      }
      shapes.add(
          shape(
              "print-others-" + charset,
              (request, response) -> {
                response.setContentType("text/plain;charset=" + charset);
                response.getOutputStream().print('\u00fc');
                response.getOutputStream().print(1.5);
                response.getOutputStream().println(true);
                response.getOutputStream().println((String) null);
              }));
    }
    return shapes;
  }

  private static byte[] allBytes() {
    byte[] bytes = new byte[256];
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) at;
    }
    return bytes;
  }

  /** Tries each change of a response, and returns those that throw. */
  private static String late(HttpServletResponse response) {
    StringBuilder results = new StringBuilder();
    results.append(response.isCommitted());
    response.setStatus(402);
    response.setHeader("X-Late", "set");
    response.addHeader("X-Late", "added");
    response.setIntHeader("X-Late-Int", 1);
    response.addIntHeader("X-Late-Int", 2);
    response.setDateHeader("X-Late-Date", 0);
    response.addDateHeader("X-Late-Date", 0);
    response.addCookie(new Cookie("late", "1"));
    response.setContentType("text/late");
    response.setCharacterEncoding("utf-16");
    response.setLocale(Locale.FRANCE);
    response.setHeader("X-Early", "changed");
    results.append(' ').append(response.getStatus());
    results.append(' ').append(response.getHeader("X-Late"));
    results.append(' ').append(response.getHeader("X-Early"));
    results.append(thrownBy(() -> response.reset()));
    results.append(thrownBy(() -> response.resetBuffer()));
    results.append(thrownBy(() -> response.sendError(500)));
    results.append(thrownBy(() -> response.sendRedirect("/late")));
    results.append(thrownBy(() -> response.setBufferSize(100_000)));
    results.append(thrownBy(() -> response.setTrailerFields(Map::of)));
    return results.toString();
  }

  /** An action that may throw. */
  @FunctionalInterface
  private interface Doing {

    void run() throws Exception;
  }

  private static String thrownBy(Doing doing) {
    try {
      doing.run();
      return " fine";
    } catch (Exception failure) {
      return " " + failure.getClass().getSimpleName();
    }
  }

  private List<Shape<Service>> commits() {
    List<Shape<Service>> shapes = new ArrayList<>();
    Map<String, Service> ends =
        Map.of(
            "flush-buffer", (request, response) -> response.flushBuffer(),
            "stream-flush", (request, response) -> response.getOutputStream().flush(),
            "stream-close", (request, response) -> response.getOutputStream().close(),
            "writer-flush", (request, response) -> response.getWriter().flush(),
            "writer-close", (request, response) -> response.getWriter().close(),
            "full-buffer", (request, response) -> print(response, "x".repeat(50_000)),
            "full-length",
                (request, response) -> {
                  response.setContentLength(4);
                  print(response, "full");
                },
            "error", (request, response) -> response.sendError(404, "gone"),
            "redirect", (request, response) -> response.sendRedirect("/there"));
    ends.forEach(
        (name, end) -> {
          shapes.add(
              shape(
                  "late-after-" + name,
                  (request, response) -> {
                    response.setHeader("X-Early", "1");
                    response.setStatus(201);
                    end.serve(request, response);
                    String result = late(response);
                    if (!name.contains("writer") && !name.equals("full-length")) {
                      print(response, result);
                    }
                  },
                  name.equals("error") ? new Listed[] {Listed.AFTER_ERROR} : new Listed[0]));
          shapes.add(
              shape(
                  "late-result-after-" + name,
                  (request, response) -> {
                    response.setHeader("X-Early", "1");
                    response.setStatus(201);
                    end.serve(request, response);
                    String result = late(response);
                    if (!name.equals("error")) {
                      lateResults
                          .computeIfAbsent(name, absent -> ConcurrentHashMap.newKeySet())
                          .add(result);
                    }
                  },
                  name.equals("error") ? new Listed[] {Listed.AFTER_ERROR} : new Listed[0]));
          shapes.add(
              shape(
                  "broken-off-after-" + name,
                  (request, response) -> {
                    end.serve(request, response);
                    throw new ServletException("after " + name);
                  },
                  Listed.BROKEN_OFF));
        });
    shapes.add(
        shape(
            "flush-between",
            (request, response) -> {
              for (int piece = 0; piece < 5; piece++) {
                response.getWriter().print("piece " + piece);
                response.flushBuffer();
              }
            }));
    shapes.add(
        shape(
            "write-after-close",
            (request, response) -> {
              response.getWriter().print("before");
              response.getWriter().close();
              response.getWriter().print("after");
            }));
    shapes.add(
        shape(
            "status-after-writer-close",
            (request, response) -> {
              response.getWriter().print("paid");
              response.getWriter().close();
              response.setStatus(503);
            }));
    return shapes;
  }

  private static List<Shape<Service>> resets() {
    return List.of(
        shape(
            "reset-buffer",
            (request, response) -> {
              response.setHeader("X-Kept", "1");
              response.setStatus(201);
              response.getWriter().print("wrong");
              response.resetBuffer();
              response.getWriter().print("right");
            }),
        shape(
            "reset",
            (request, response) -> {
              response.setHeader("X-Gone", "1");
              response.setStatus(201);
              response.setContentType("text/html;charset=utf-16");
              response.getWriter().print("wrong");
              response.reset();
              print(response, "right");
            }),
        shape(
            "reset-length",
            (request, response) -> {
              response.setContentLength(9);
              response.resetBuffer();
              response.reset();
              print(response, "right");
            }),
        shape(
            "buffer-size",
            (request, response) -> {
              response.setBufferSize(100);
              print(response, "x".repeat(50) + response.isCommitted());
              print(response, "x".repeat(100) + thrownBy(() -> response.setBufferSize(200)));
            }),
        shape(
            "full-buffer",
            (request, response) -> {
              print(response, "x".repeat(response.getBufferSize()));
              response.setHeader("X-Late", response.isCommitted() + "");
            }),
        shape(
            "large-buffer",
            (request, response) -> {
              response.setBufferSize(80_000);
              print(response, "x".repeat(70_000));
              response.setStatus(202);
              print(response, String.valueOf(response.isCommitted()));
            }));
  }

  private static List<Shape<Service>> errors() {
    return List.of(
        shape("error-null-text", (request, response) -> response.sendError(404, null)),
        shape("error-empty-text", (request, response) -> response.sendError(404, "")),
        shape("error-html", (request, response) -> response.sendError(400, "<b>&\"'</b>")),
        shape(
            "error-after-writing",
            (request, response) -> {
              response.setHeader("X-Kept", "1");
              response.setContentType("text/csv");
              response.getWriter().print("forgotten");
              response.sendError(409, "stop");
            }),
        shape("error-long", (request, response) -> response.sendError(404, "e".repeat(20_000))),
        shape(
            "thrown",
            (request, response) -> {
              response.setHeader("X-Kept", "1");
              response.getWriter().print("forgotten");
              throw new ServletException("thrown");
            }),
        shape(
            "thrown-runtime",
            (request, response) -> {
              throw new IllegalStateException("thrown");
            }),
        shape(
            "thrown-error",
            (request, response) -> {
              throw new StackOverflowError();
            }),
        shape(
            "thrown-after-error",
            (request, response) -> {
              response.sendError(404);
              throw new ServletException("thrown");
            },
            Listed.BROKEN_OFF));
  }

  private static List<Shape<Service>> headers() {
    return List.of(
        shape(
            "twice",
            (request, response) -> {
              response.addHeader("X-Two", "a");
              response.addHeader("x-two", "b");
              response.addHeader("X-TWO", "a");
            }),
        shape(
            "outer-changed",
            (request, response) -> {
              response.addHeader("X-Outer", "added");
              response.addHeader("X-Outer", "again");
            }),
        shape("outer-replaced", (request, response) -> response.setHeader("X-Outer", "mine")),
        shape("outer-removed", (request, response) -> response.setHeader("X-Outer", null)),
        shape(
            "removed",
            (request, response) -> {
              response.setHeader("X-A", "1");
              response.setHeader("X-A", null);
            }),
        shape("empty-value", (request, response) -> response.setHeader("X-A", "")),
        shape("blank-value", (request, response) -> response.setHeader("X-A", "  a  ")),
        shape("ints", (request, response) -> response.setIntHeader("X-Int", -1)),
        shape("dates", (request, response) -> response.setDateHeader("X-Date", 1_000_000_000_000L)),
        shape(
            "cookies",
            (request, response) -> {
              Cookie cookie = new Cookie("a", "1");
              cookie.setHttpOnly(true);
              cookie.setPath("/p");
              response.addCookie(cookie);
              response.addCookie(new Cookie("b", "2"));
              print(response, "cookies");
            }),
        shape("location", (request, response) -> response.setHeader("Location", "/orders/1?a=b#c")),
        shape("vary", (request, response) -> response.addHeader("Vary", "Accept")),
        shape("etag", (request, response) -> response.setHeader("ETag", "\"abc\"")),
        shape("cache", (request, response) -> response.setHeader("Cache-Control", "no-store")),
        shape("own-date", (request, response) -> response.setDateHeader("Date", 0)),
        shape("retry-after", (request, response) -> response.setHeader("Retry-After", "7")),
        shape("own-mark", (request, response) -> response.setHeader("X-Own", "true")),
        shape("long-value", (request, response) -> response.setHeader("X-Long", "v".repeat(6_000))),
        shape(
            "huge-value",
            (request, response) -> response.setHeader("X-Long", "v".repeat(200_000)),
            Listed.TOO_LONG),
        shape(
            "many",
            (request, response) -> {
              for (int number = 0; number < 200; number++) {
                response.addHeader("X-" + number, "v" + number);
              }
            }),
        shape("type-only", (request, response) -> response.setContentType("text/plain")),
        shape(
            "type-removed",
            (request, response) -> {
              response.setContentType("text/plain");
              response.setContentType(null);
              print(response, "text");
            }),
        shape(
            "type-by-header",
            (request, response) -> {
              response.setHeader("Content-Type", "text/plain; charset=UTF-8; x=y");
              response.getWriter().print("\u00fc");
            }),
        shape(
            "trailers",
            (request, response) -> {
              response.setHeader("Trailer", "X-Sum");
              response.setTrailerFields(() -> Map.of("X-Sum", "1"));
              print(response, "with trailers");
            },
            Listed.TRAILERS),
        shape("redirect", (request, response) -> response.sendRedirect("/there?a=b")),
        shape(
            "redirect-absolute",
            (request, response) -> response.sendRedirect("http://o.example/x")),
        shape(
            "redirect-relative",
            (request, response) -> response.sendRedirect("there"),
            Listed.LOCATION),
        shape("redirect-303", (request, response) -> response.sendRedirect("/a", 303)),
        shape(
            "redirect-kept-body",
            (request, response) -> {
              response.getWriter().print("see there");
              response.sendRedirect("/a", 307, false);
            }),
        shape(
            "redirect-after-writing",
            (request, response) -> {
              response.getWriter().print("forgotten");
              response.sendRedirect("/a");
              response.getWriter().print("dropped");
            }),
        shape(
            "connection-close",
            (request, response) -> {
              response.setHeader("Connection", "close");
              print(response, "bye");
            }));
  }

  private static List<Shape<Service>> dispatches() {
    return List.of(
        shape(
            "forward",
            (request, response) -> {
              print(response, "forgotten");
              request.getRequestDispatcher("/stream").forward(request, response);
            }),
        shape(
            "forward-error",
            (request, response) ->
                request.getRequestDispatcher("/error-html").forward(request, response)),
        shape(
            "forward-and-on",
            (request, response) -> {
              request.getRequestDispatcher("/writer").forward(request, response);
              response.getWriter().print("dropped");
              response.setStatus(404);
            }),
        shape(
            "forward-after-flush",
            (request, response) -> {
              print(response, "sent");
              response.flushBuffer();
              print(
                  response,
                  thrownBy(
                      () -> request.getRequestDispatcher("/twice").forward(request, response)));
            }),
        shape(
            "forward-to-nothing",
            (request, response) ->
                request.getRequestDispatcher("/error-404").forward(request, response)),
        shape(
            "include",
            (request, response) -> {
              response.getWriter().print("before ");
              request.getRequestDispatcher("/writer-html").include(request, response);
              request.getRequestDispatcher("/twice").include(request, response);
              response.getWriter().print(" after");
            }),
        shape(
            "async",
            (request, response) -> {
              AsyncContext later = request.startAsync();
              print((HttpServletResponse) later.getResponse(), "later");
              later.complete();
            },
            Listed.ASYNC));
  }
}
