package dev.reprise.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.lab.page.PageFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and the pages of tests on loopback, with the page's content security policy for
 * every file unless it serves the site, and receives the answers that test pages post to {@code
 * /answer/NAME}.
 */
final class PageServer implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 300;
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "woff2", "font/woff2",
          "wasm", "application/wasm");

  private final HttpServer server;
  private final boolean hasPolicy;
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final List<Path> folders;
  private final Map<String, byte[]> texts = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> requested = new ConcurrentLinkedQueue<>();

  PageServer(Path... folders) throws IOException {
    this(true, folders);
  }

  /** Serves a site of several pages, as any file server does. */
  static PageServer ofSite(Path folder) throws IOException {
    return new PageServer(false, folder);
  }

  private PageServer(boolean hasPolicy, Path... folders) throws IOException {
    this.hasPolicy = hasPolicy;
    this.folders = List.of(folders);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(executor);
    server.start();
  }

  String address(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
  }

  /** Serves a text at a path. */
  void add(String path, String text) {
    texts.put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the paths that were requested. */
  List<String> requested() {
    return List.copyOf(requested);
  }

  /** Waits for an answer of a page. */
  String answer(String name) throws Exception {
    return answers
        .computeIfAbsent(name, any -> new CompletableFuture<>())
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST") && path.startsWith("answer/")) {
        answers
            .computeIfAbsent(path.substring("answer/".length()), any -> new CompletableFuture<>())
            .complete(new String(body, StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      requested.add(path);
      String file = path.isEmpty() || path.endsWith("/") ? path + "index.html" : path;
      byte[] content = content(file);
      if (hasPolicy) {
        exchange.getResponseHeaders().set("Content-Security-Policy", PageFile.SECURITY_POLICY);
      }
      String type = TYPES.getOrDefault(file.substring(file.lastIndexOf('.') + 1), "text/plain");
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(
          content == null ? 404 : 200, content == null ? -1 : content.length);
      if (content != null) {
        exchange.getResponseBody().write(content);
      }
    }
  }

  private byte[] content(String path) throws IOException {
    byte[] text = texts.get(path);
    if (text != null) {
      return text;
    }
    for (Path folder : folders) {
      Path file = folder.resolve(path).normalize();
      if (file.startsWith(folder) && Files.isRegularFile(file)) {
        return Files.readAllBytes(file);
      }
    }
    // The page itself as it is delivered: a file that is not served is missing here too.
    return !hasPolicy ? null : PageFile.at(path).map(PageFile::content).orElse(null);
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
