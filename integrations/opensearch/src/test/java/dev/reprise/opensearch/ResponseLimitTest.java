package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResponseLimitTest {

  private static final int LIMIT = 100_000;

  private final AtomicLong length = new AtomicLong();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Sends the body in chunks, so that no header announces its length. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      byte[] chunk = new byte[10_000];
      for (long sent = 0; sent < length.get(); sent += chunk.length) {
        body.write(chunk);
      }
    }
  }

  @Test
  void a_response_of_the_longest_length_is_read() throws Exception {
    length.set(LIMIT);
    assertThat(transport().send(request()).body()).hasSize(LIMIT);
  }

  @Test
  void a_longer_response_is_cut_and_fails_instead_of_filling_the_memory() {
    length.set(Long.MAX_VALUE / 2);
    assertThatThrownBy(() -> transport().send(request()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the response is longer than 100000 bytes");
  }

  private HttpClientTransport transport() {
    URI endpoint = URI.create("http://localhost:" + server.getAddress().getPort());
    return HttpClientTransport.of(endpoint).limitedTo(LIMIT);
  }

  private static BulkRequest request() {
    return new BulkRequest("/_bulk", new byte[] {'\n'});
  }
}
