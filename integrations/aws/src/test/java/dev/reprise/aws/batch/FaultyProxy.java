package dev.reprise.aws.batch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy in front of a server, on a free port of the loopback address, with scripted faults. */
public final class FaultyProxy implements AutoCloseable {

  private static final Set<String> RESTRICTED =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  private final URI target;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();

  /** What happens to one request. */
  public interface Fault {

    void handle(FaultyProxy proxy, HttpExchange exchange) throws IOException;

    /** The server handles the request, and its response is lost. */
    static Fault lostResponse() {
      return (proxy, exchange) -> {
        proxy.forward(exchange);
        exchange.close();
      };
    }

    /** An error in the JSON protocol, without the server. */
    static Fault error(int status, String code) {
      return (proxy, exchange) -> {
        byte[] body =
            ("{\"__type\":\"" + code + "\",\"message\":\"scripted\"}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.getResponseHeaders().set("x-amzn-errortype", code);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
      };
    }
  }

  public FaultyProxy(URI target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Lets the next requests fail, one after the other. */
  public void failNext(int count, Fault fault) {
    for (int i = 0; i < count; i++) {
      faults.add(fault);
    }
  }

  public int requests() {
    return requests.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    Fault fault = faults.poll();
    if (fault != null) {
      fault.handle(this, exchange);
      return;
    }
    HttpResponse<byte[]> response = forward(exchange);
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!RESTRICTED.contains(name.toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    exchange.sendResponseHeaders(response.statusCode(), response.body().length);
    exchange.getResponseBody().write(response.body());
    exchange.close();
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!RESTRICTED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException stopped) {
      throw new UncheckedIOException(new IOException(stopped));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
