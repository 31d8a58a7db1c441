package dev.reprise.cli.lab;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.lab.page.PageFile;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Serves the files of the page on loopback. A request must name a loopback host, so that a page of
 * another site, whose name resolves to this machine, reads nothing.
 */
final class LabServer implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int MISDIRECTED = 421;
  private static final int HTTP_PORT = 80;
  private static final long NO_BODY = -1;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final HttpServer server;
  private final ExecutorService threads;
  private final List<String> hosts;
  private final AtomicLong requests = new AtomicLong();

  private LabServer(HttpServer server) {
    this.server = server;
    threads = Executors.newCachedThreadPool(LabServer::daemon); // a slow client delays no other
    hosts = hosts(server.getAddress().getPort());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "reprise-lab");
    thread.setDaemon(true);
    return thread;
  }

  /** The values of Host; clients leave out the port if it is that of HTTP. */
  static List<String> hosts(int port) {
    List<String> names = List.of("127.0.0.1", "localhost");
    List<String> all = new ArrayList<>(names.stream().map(name -> name + ":" + port).toList());
    if (port == HTTP_PORT) {
      all.addAll(names);
    }
    return all;
  }

  static LabServer start(int port) throws IOException {
    HttpServer http = listen(port);
    LabServer lab = new LabServer(http);
    http.createContext("/", lab::answer);
    http.setExecutor(lab.threads);
    http.start();
    return lab;
  }

  private static HttpServer listen(int port) throws IOException {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    } catch (BindException refused) {
      throw new IOException(
          "cannot listen on 127.0.0.1, --port " + port + ": " + refused.getMessage(), refused);
    }
  }

  String address() {
    InetSocketAddress bound = server.getAddress();
    return "http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort() + "/";
  }

  long requests() {
    return requests.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.incrementAndGet();
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", PageFile.SECURITY_POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-cache");
      String method = exchange.getRequestMethod();
      String host = exchange.getRequestHeaders().getFirst("Host");
      if (host == null || !hosts.contains(host.toLowerCase(Locale.ROOT))) {
        exchange.sendResponseHeaders(MISDIRECTED, NO_BODY);
      } else if (!method.equals("GET") && !method.equals("HEAD")) {
        headers.set("Allow", "GET, HEAD");
        exchange.sendResponseHeaders(NOT_ALLOWED, NO_BODY);
      } else {
        send(exchange, PageFile.at(exchange.getRequestURI().getPath()), method.equals("GET"));
      }
    }
  }

  private static void send(HttpExchange exchange, Optional<PageFile> found, boolean withContent)
      throws IOException {
    if (found.isEmpty()) {
      exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
      return;
    }
    PageFile file = found.get();
    exchange.getResponseHeaders().set("Content-Type", file.contentType());
    exchange.getResponseHeaders().set("Content-Length", "" + file.content().length);
    exchange.sendResponseHeaders(OK, withContent ? file.content().length : NO_BODY);
    if (withContent) {
      exchange.getResponseBody().write(file.content());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
