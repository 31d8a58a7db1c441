package dev.reprise.testbed.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on a loopback port that is not the service: it responds to each request in the same way,
 * as the server of a wrong endpoint does. Safe for use by any thread.
 */
public final class FixedResponseServer implements AutoCloseable {

  private final HttpServer server;
  private final int status;
  private final byte[] body;
  private final AtomicInteger requests = new AtomicInteger();

  private FixedResponseServer(int status, String body) throws IOException {
    this.status = status;
    this.body = body.getBytes(StandardCharsets.UTF_8);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::respond);
  }

  /**
   * Starts a server.
   *
   * @param status the status of each response, from 200 to 599
   * @param body the body of each response; may be empty
   * @return the server, which listens on a free port
   * @throws UncheckedIOException if no port is free
   */
  public static FixedResponseServer start(int status, String body) {
    try {
      FixedResponseServer started = new FixedResponseServer(status, body);
      started.server.start();
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException("no server on the loopback address", failure);
    }
  }

  private void respond(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /**
   * Returns the address of the server.
   *
   * @return an address with a port and without a path
   */
  public URI endpoint() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  /**
   * Returns the number of requests so far.
   *
   * @return at least 0
   */
  public int requests() {
    return requests.get();
  }

  /** Stops the server. */
  @Override
  public void close() {
    server.stop(0);
  }
}
