package dev.reprise.opensearch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A server that answers bulk requests by a script; it stores nothing. */
final class ScriptedServer implements AutoCloseable {

  /**
   * A request.
   *
   * @param number from 1
   * @param path path and query
   * @param actions the action lines
   * @param bytes length of the body
   */
  record Request(int number, String path, List<String> actions, int bytes) {}

  /**
   * An answer.
   *
   * @param status the status; 0 to close the connection without an answer, negative for {@link
   *     #STALLED}
   */
  record Answer(int status, Map<String, String> headers, String body) {

    static final Answer CUT = new Answer(0, Map.of(), "");

    /** A header, and a body that never ends. */
    static final Answer STALLED = new Answer(-1, Map.of(), "{");

    static Answer of(int status, String body) {
      return new Answer(status, Map.of(), body);
    }

    /** A response with a result for each item, such as {@code "index":{"status":201}}. */
    static Answer items(List<String> results) {
      String items = results.stream().map(one -> "{" + one + "}").collect(Collectors.joining(","));
      return of(200, "{\"errors\":true,\"items\":[" + items + "]}");
    }

    static Answer allOk(Request request) {
      return items(request.actions().stream().map(one -> "\"index\":{\"status\":200}").toList());
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Function<Request, Answer> script;
  private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();

  ScriptedServer(Function<Request, Answer> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  List<Request> requests() {
    return new ArrayList<>(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Answer answer;
    synchronized (this) {
      Request request =
          new Request(
              requests.size() + 1,
              exchange.getRequestURI().toString(),
              new String(body, StandardCharsets.UTF_8)
                  .lines()
                  .filter(line -> line.matches("\\{\"(index|create|update|delete)\":.*"))
                  .toList(),
              body.length);
      requests.add(request);
      answer = script.apply(request);
    }
    if (answer.status() == 0) {
      exchange.close();
      return;
    }
    if (answer.status() < 0) {
      exchange.sendResponseHeaders(200, 100);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      return;
    }
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] text = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), text.length == 0 ? -1 : text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
