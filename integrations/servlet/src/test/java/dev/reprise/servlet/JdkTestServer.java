package dev.reprise.servlet;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The JDK's server; the field X-User has the name of the user. */
record JdkTestServer(HttpServer server, ExecutorService threads) implements TestServer {

  /** The filters that run before the handler, after the authenticator if there is one. */
  static JdkTestServer start(HttpHandler handler, boolean authenticates, Filter... filters)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    HttpContext context = server.createContext("/", handler);
    if (authenticates) {
      context.setAuthenticator(new FieldAuthenticator());
    }
    context.getFilters().addAll(List.of(filters));
    server.start();
    return new JdkTestServer(server, threads);
  }

  static HttpHandler calling(TestCall.Handler handler) {
    return exchange -> handle(handler, exchange);
  }

  private static void handle(TestCall.Handler handler, HttpExchange exchange) throws IOException {
    try {
      handler.handle(new Call(exchange));
    } catch (IOException | RuntimeException failure) {
      throw failure;
    } catch (Exception other) {
      throw new IllegalStateException(other);
    }
  }

  @Override
  public URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Accepts the user named in a field without a check. */
  private static final class FieldAuthenticator extends Authenticator {

    @Override
    public Result authenticate(HttpExchange exchange) {
      String user = exchange.getRequestHeaders().getFirst("X-User");
      return new Success(user == null || user.isEmpty() ? null : new HttpPrincipal(user, "test"));
    }
  }

  /** An exchange, as the handler under test uses it. */
  private record Call(HttpExchange exchange) implements TestCall {

    @Override
    public String body() throws IOException {
      return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void useUpBody() throws IOException {
      exchange.getRequestBody().close();
    }

    @Override
    public @Nullable GuardedRequest guarded() {
      return IdempotencyHandlerFilter.guarded(exchange);
    }

    @Override
    public void addHeader(String name, String value) {
      exchange.getResponseHeaders().add(name, value);
    }

    @Override
    public void respond(int status, byte[] body) throws IOException {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : 0);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }

    @Override
    public void send(RecordedResponse answer) throws IOException {
      IdempotencyHandlerFilter.send(exchange, answer);
    }
  }
}
