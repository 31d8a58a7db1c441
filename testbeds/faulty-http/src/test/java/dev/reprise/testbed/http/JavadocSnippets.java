package dev.reprise.testbed.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.contract.RequestBodyContract;
import dev.reprise.testbed.http.log.RequestLog;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The code of the snippets in the Javadoc of this module. */
interface JavadocSnippets {

  /** A client with retries. */
  record MyClient(Retry retry, boolean trusting) implements HttpTestClient {

    @Override
    public Response send(ClientRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  class MyHttp1ContractTest extends HttpFaultContract {
    @Override
    protected Transport transport() {
      return Transport.HTTP_1;
    }

    @Override
    protected HttpTestClient client(Retry retry, boolean trusting) {
      return new MyClient(retry, trusting);
    }
  }

  /** A body of the client. */
  record MyBody(byte[] bytes) {

    static MyBody ofBytes(byte[] bytes) {
      return new MyBody(bytes);
    }

    static MyBody ofStream(byte[] bytes) {
      return new MyBody(bytes);
    }

    static MyBody ofFile(Path file) throws IOException {
      return new MyBody(Files.readAllBytes(file));
    }
  }

  /** A client with retries that sends bodies. */
  record MySender(Retry retry) implements RequestBodyContract.Sender<MyBody> {

    @Override
    public int put(URI uri, MyBody body) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  class MyRequestBodyTest extends RequestBodyContract<MyBody> {
    @Override
    protected List<Kind<MyBody>> kinds() {
      return List.of(
          kind("bytes", Promise.REPEATABLE, MyBody::ofBytes),
          kind("stream", Promise.ONCE, MyBody::ofStream));
    }

    @Override
    protected MyBody bodyOf(Path file) throws IOException {
      return MyBody.ofFile(file);
    }

    @Override
    protected List<Transport> transports() {
      return List.of(Transport.HTTP_1);
    }

    @Override
    protected Sender<MyBody> sender(Retry retry, Transport transport) {
      return new MySender(retry);
    }
  }

  static void server(HttpClient client) throws IOException, InterruptedException {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C)) {
      server.script("/orders", Step.reply(503), Faults.resetInHeaders(), Step.reply(200, "done"));
      client.send(HttpRequest.newBuilder(server.uri("/orders")).build(), BodyHandlers.ofString());
      assertEquals(3, server.requestLog().executedCount()); // if the client retries
    }
  }

  static void refusingPort(HttpClient client) throws IOException {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpRequest request = HttpRequest.newBuilder(port.uri("/orders")).build();
      assertThrows(ConnectException.class, () -> client.send(request, BodyHandlers.ofString()));
    }
  }

  static void script(FaultyHttpServer server) {
    server.script("/orders", (request, number) -> Step.reply(number < 3 ? 503 : 200));
  }

  static void steps(FaultyHttpServer server) {
    server.script(
        "/orders",
        Step.reply(503, "busy", "Retry-After", "1"),
        Step.reply(200, "done").afterPause(Duration.ofMillis(100)));
  }

  static void goAway(FaultyHttpServer server) {
    server.script(
        "/orders", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), Step.reply(200, "done"));
  }

  static void log(RequestLog log) throws InterruptedException {
    assertTrue(log.awaitAbandoned(1, Duration.ofSeconds(10)));
    assertEquals(2, log.executedCount());
    assertEquals("one order", log.executed().get(0).body());
  }
}
