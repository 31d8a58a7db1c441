package dev.reprise.servlet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.SameResponses.Listed;
import dev.reprise.servlet.SameResponses.Shape;
import dev.reprise.servlet.internal.response.FieldText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client gets the same response with and without the filter, and when it is replayed. */
final class JdkSameResponseTest {

  private static final int MAX_RESPONSE_BYTES = 100_000;

  private final SameResponses answers = new SameResponses();

  private static Shape<HttpHandler> shape(String name, HttpHandler handler, Listed... differs) {
    return Shape.of(name, handler, differs);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Responds as most handlers do. */
  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    exchange.sendResponseHeaders(status, body.isEmpty() ? -1 : body.length());
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes(body));
    }
  }

  @Test
  void sees_the_same_response_for_a_sample_of_all_shapes() throws Exception {
    List<Shape<HttpHandler>> shapes = shapes();
    for (int point : new int[] {0, 9, 10, 13, 31, 127, 128, 133, 233, 255, 256, 0x10A, 0x10D}) {
      shapes.addAll(fieldsWith(point));
    }
    for (int status : new int[] {200, 204, 205, 302, 304, 404, 418, 429, 500, 503, 599, 700}) {
      shapes.addAll(ofStatus(status));
    }
    serve(shapes);
  }

  @Test
  @Tag("proof")
  void sees_the_same_response_for_all_shapes() throws Exception {
    List<Shape<HttpHandler>> shapes = shapes();
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

  private void serve(List<Shape<HttpHandler>> shapes) throws Exception {
    Map<String, HttpHandler> byName = new HashMap<>();
    shapes.forEach(shape -> byName.put(shape.name(), shape.handler()));
    IdempotencyHandlerFilter filter =
        new IdempotencyHandlerFilter(
            IdempotentRequests.of(new InMemoryIdempotencyStore(100_000))
                .allowAnonymous()
                .maxResponseBytes(MAX_RESPONSE_BYTES));
    HttpHandler handler = exchange -> handle(byName, exchange);
    try (TestServer plain = JdkTestServer.start(handler, false);
        TestServer guarded = JdkTestServer.start(filter.around(handler), false)) {
      answers.assertSame(plain.address(), guarded.address(), shapes);
    }
  }

  private void handle(Map<String, HttpHandler> handlers, HttpExchange exchange) throws IOException {
    String name = exchange.getRequestURI().getPath().substring(1);
    if (name.equals("next")) {
      respond(exchange, 200, "next");
      return;
    }
    answers.ran(name);
    Objects.requireNonNull(handlers.get(name), name).handle(exchange);
  }

  private static List<Shape<HttpHandler>> ofStatus(int status) {
    return List.of(
        shape("status-" + status, exchange -> respond(exchange, status, "")),
        shape(
            "status-body-" + status,
            exchange -> {
              exchange.sendResponseHeaders(status, 4);
              try {
                exchange.getResponseBody().write(bytes("body"));
              } catch (IOException noBody) {
                // the server refuses it in the same way without the filter
              }
              exchange.close();
            }),
        shape(
            "status-chunked-" + status,
            exchange -> {
              exchange.sendResponseHeaders(status, 0);
              exchange.close();
            }));
  }

  private static List<Shape<HttpHandler>> fieldsWith(int point) {
    String text = "a" + new String(Character.toChars(point)) + "X-Injected: b";
    Listed[] unfit = FieldText.isValue(text) ? new Listed[0] : new Listed[] {Listed.UNFIT_FIELD};
    String name = "X-" + text.charAt(1) + "-Y";
    return List.of(
        shape(
            "value-" + point,
            exchange -> {
              exchange.getResponseHeaders().set("X-Set", text);
              exchange.getResponseHeaders().add("X-Add", "1");
              exchange.getResponseHeaders().add("X-Add", text);
              respond(exchange, 200, "with a field");
            },
            unfit),
        shape(
            "name-" + point,
            exchange -> {
              exchange.getResponseHeaders().set(name, "1");
              respond(exchange, 200, "with a field");
            },
            FieldText.isName(name) ? new Listed[0] : new Listed[] {Listed.UNFIT_FIELD}));
  }

  private static List<Shape<HttpHandler>> shapes() {
    List<Shape<HttpHandler>> shapes = new ArrayList<>();
    shapes.addAll(bodies());
    shapes.addAll(ends());
    shapes.addAll(fields());
    return shapes;
  }

  private static List<Shape<HttpHandler>> bodies() {
    return List.of(
        shape("empty", exchange -> exchange.sendResponseHeaders(200, -1)),
        shape("text", exchange -> respond(exchange, 200, "text")),
        shape("put", exchange -> respond(exchange, 200, "put")).by("PUT"),
        shape("get", exchange -> respond(exchange, 200, "got")).by("GET"),
        shape("head", exchange -> exchange.sendResponseHeaders(200, -1)).by("HEAD"),
        shape("delete", exchange -> respond(exchange, 204, "")).by("DELETE"),
        shape(
            "chunked",
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              for (int piece = 0; piece < 5; piece++) {
                exchange.getResponseBody().write(bytes("piece " + piece));
                exchange.getResponseBody().flush();
              }
              exchange.getResponseBody().close();
            }),
        shape(
            "chunked-large",
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write(new byte[90_000]);
              exchange.close();
            }),
        shape(
            "byte-by-byte",
            exchange -> {
              exchange.sendResponseHeaders(200, 256);
              for (int value = 0; value < 256; value++) {
                exchange.getResponseBody().write(value);
              }
              exchange.close();
            }),
        shape(
            "too-long",
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write(new byte[MAX_RESPONSE_BYTES + 1]);
              exchange.close();
            },
            Listed.TOO_LONG),
        shape(
            "zipped",
            exchange -> {
              exchange.getResponseHeaders().set("Content-Encoding", "gzip");
              exchange.sendResponseHeaders(200, 0);
              exchange.setStreams(null, new GZIPOutputStream(exchange.getResponseBody()));
              exchange.getResponseBody().write(bytes("unzipped"));
              exchange.getResponseBody().close();
            }),
        shape(
            "short",
            exchange -> {
              exchange.sendResponseHeaders(200, 10);
              exchange.getResponseBody().write(bytes("text"));
              exchange.getResponseBody().close();
            },
            Listed.WRONG_LENGTH),
        shape(
            "long",
            exchange -> {
              exchange.sendResponseHeaders(200, 2);
              exchange.getResponseBody().write(bytes("text"));
            },
            Listed.WRONG_LENGTH));
  }

  /** Tries all operations after the end of a response, and writes their results. */
  private static String late(HttpExchange exchange) {
    StringBuilder results = new StringBuilder();
    try {
      exchange.sendResponseHeaders(402, -1);
      results.append("sent ");
    } catch (IOException refused) {
      results.append(refused.getMessage()).append(' ');
    }
    try {
      exchange.getResponseHeaders().set("X-Late", "set");
    } catch (UnsupportedOperationException sealed) {
      results.append("sealed ");
    }
    return results.append(exchange.getResponseCode()).toString();
  }

  private static List<Shape<HttpHandler>> ends() {
    return List.of(
        shape(
            "late-fields",
            exchange -> {
              exchange.getResponseHeaders().set("X-Early", "1");
              exchange.sendResponseHeaders(201, 0);
              exchange.getResponseHeaders().set("X-Early", "2");
              exchange.getResponseHeaders().remove("X-Early");
              exchange.getResponseBody().write(bytes(late(exchange)));
              exchange.close();
            }),
        shape(
            "late-after-close",
            exchange -> {
              respond(exchange, 201, "paid");
              String unused = late(exchange);
              exchange.close();
            }),
        shape(
            "body-before-head",
            exchange -> {
              String result = "written";
              try {
                exchange.getResponseBody().write(1);
              } catch (IOException refused) {
                result = Objects.toString(refused.getMessage());
              }
              respond(exchange, 200, result);
            }),
        shape(
            "write-after-close",
            exchange -> {
              respond(exchange, 200, "text");
              try {
                exchange.getResponseBody().write(bytes("more"));
              } catch (IOException closed) {
                return;
              }
              throw new IllegalStateException("written after the end");
            }),
        shape("closed-at-once", HttpExchange::close),
        shape(
            "thrown",
            exchange -> {
              exchange.getResponseHeaders().set("X-Early", "1");
              throw new IOException("thrown");
            }),
        shape(
            "thrown-runtime",
            exchange -> {
              throw new IllegalStateException("thrown");
            }),
        shape("silent", exchange -> exchange.close()),
        shape(
            "thrown-after-head",
            exchange -> {
              exchange.sendResponseHeaders(200, 4);
              throw new IOException("thrown");
            },
            Listed.BROKEN_OFF),
        shape(
            "thrown-after-end",
            exchange -> {
              respond(exchange, 200, "text");
              throw new IOException("thrown");
            },
            Listed.BROKEN_OFF),
        shape(
            "interim",
            exchange -> {
              exchange.sendResponseHeaders(102, -1);
              respond(exchange, 200, "text");
            },
            Listed.INTERIM));
  }

  private static List<Shape<HttpHandler>> fields() {
    return List.of(
        shape(
            "twice",
            exchange -> {
              exchange.getResponseHeaders().add("X-Two", "a");
              exchange.getResponseHeaders().add("x-two", "b");
              exchange.getResponseHeaders().add("X-TWO", "a");
              respond(exchange, 200, "two");
            }),
        shape(
            "cookies",
            exchange -> {
              exchange.getResponseHeaders().add("Set-Cookie", "a=1; Path=/");
              exchange.getResponseHeaders().add("Set-Cookie", "b=2");
              respond(exchange, 200, "cookies");
            }),
        shape(
            "redirect",
            exchange -> {
              exchange.getResponseHeaders().set("Location", "/there");
              exchange.sendResponseHeaders(303, -1);
            }),
        shape(
            "removed",
            exchange -> {
              exchange.getResponseHeaders().set("X-A", "1");
              exchange.getResponseHeaders().remove("X-A");
              respond(exchange, 200, "removed");
            }),
        shape(
            "empty-values",
            exchange -> {
              exchange.getResponseHeaders().set("X-A", "");
              exchange.getResponseHeaders().set("X-B", "  b  ");
              exchange.getResponseHeaders().put("X-C", List.of());
              respond(exchange, 200, "empty");
            }),
        shape(
            "many",
            exchange -> {
              for (int number = 0; number < 150; number++) {
                exchange.getResponseHeaders().set("X-" + number, "v" + number);
              }
              respond(exchange, 200, "many");
            }),
        shape(
            "long-value",
            exchange -> {
              exchange.getResponseHeaders().set("X-Long", "v".repeat(50_000));
              respond(exchange, 200, "long");
            }),
        shape(
            "huge-value",
            exchange -> {
              exchange.getResponseHeaders().set("X-Long", "v".repeat(200_000));
              respond(exchange, 200, "huge");
            },
            Listed.TOO_LONG),
        shape(
            "folded",
            exchange -> {
              exchange.getResponseHeaders().set("X-Folded", "a\r\n b");
              respond(exchange, 200, "folded");
            },
            Listed.UNFIT_FIELD),
        shape(
            "length-by-hand",
            exchange -> {
              exchange.getResponseHeaders().set("Content-Length", "4");
              respond(exchange, 200, "text");
            }),
        shape(
            "not-modified",
            exchange -> {
              exchange.getResponseHeaders().set("ETag", "\"a\"");
              exchange.sendResponseHeaders(304, -1);
            }),
        shape(
            "connection-close",
            exchange -> {
              exchange.getResponseHeaders().set("Connection", "close");
              respond(exchange, 200, "bye");
            }));
  }
}
