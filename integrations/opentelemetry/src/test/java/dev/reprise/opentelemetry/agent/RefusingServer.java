package dev.reprise.opentelemetry.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers the first two requests of each path with status 503. The first request of a path that
 * begins with {@code /hedged} gets its answer only when the second one has come.
 */
final class RefusingServer implements AutoCloseable {

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> second = new ConcurrentHashMap<>();
  private final HttpServer server;

  RefusingServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(pool);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      int number = requests.merge(path, 1, Integer::sum);
      CountDownLatch hedge = second.computeIfAbsent(path, any -> new CountDownLatch(1));
      if (number > 1) {
        hedge.countDown();
      } else if (path.startsWith("/hedged")) {
        hedge.await();
      }
      byte[] page = path.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(number <= 2 ? 503 : 200, page.length);
      exchange.getResponseBody().write(page);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number of requests of each path. */
  Map<String, Integer> requests() {
    return Map.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
    pool.shutdownNow();
  }
}
