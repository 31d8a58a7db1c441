package dev.reprise.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The bulk API of a server that keeps documents in memory and refuses those of {@code refused}. */
public final class BulkServer implements AutoCloseable {

  private static final Pattern ACTION =
      Pattern.compile("\\{\"(index|create)\":\\{(?:\"_id\":\"([^\"]*)\")?}}");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> documents = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final Function<Integer, Optional<Integer>> faults;

  /** Creates a server without faults. */
  public BulkServer() {
    this(number -> Optional.empty());
  }

  /**
   * Creates a server.
   *
   * @param faults the status of a request by its number, from 1; empty for no fault
   */
  public BulkServer(Function<Integer, Optional<Integer>> faults) {
    this.faults = faults;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Returns the address. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns the documents by id. */
  public Map<String, String> documents() {
    return documents;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String[] lines =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("\n");
    boolean refused = exchange.getRequestURI().getPath().startsWith("/refused/");
    Optional<Integer> fault = faults.apply(requests.incrementAndGet());
    StringBuilder items = new StringBuilder();
    for (int i = 0; fault.isEmpty() && i < lines.length; i += 2) {
      items.append(items.length() == 0 ? "" : ",").append(store(lines[i], lines[i + 1], refused));
    }
    byte[] body = ("{\"items\":[" + items + "]}").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(fault.orElse(200), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String store(String action, String document, boolean refused) {
    if (refused || document.contains("\"refused\"")) {
      return "{\"index\":{\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\","
          + "\"reason\":\"refused by the test\"}}}";
    }
    Matcher parts = ACTION.matcher(action);
    String id = parts.matches() ? parts.group(2) : null;
    documents.put(id == null ? "generated-" + documents.size() : id, document);
    return "{\"index\":{\"status\":201}}";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
