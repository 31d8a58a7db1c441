package dev.reprise.jdkhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.HttpRules;
import dev.reprise.http.IdempotencyKeyField;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.UntrustedText;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that texts of servers, clients and callers are printed on one line, bounded and escaped.
 */
class UntrustedTextTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final URI NOBODY = URI.create("http://orders.example/");
  private static final BodyHandler<Void> ANY = BodyHandlers.discarding();
  private static final String NO_BODY = "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  /** A response that is held and then not retried. */
  private static final String BUSY = "HTTP/1.1 503 Busy\r\nRetry-After: 999999999" + NO_BODY;

  private static ServerSocket server;
  private static volatile String answer;

  @BeforeAll
  static void startServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(UntrustedTextTest::serve, "hostile server");
    thread.setDaemon(true);
    thread.start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  /** Sends the same response to every request, until the socket is closed. */
  private static void serve() {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        BufferedReader request =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
        while (!String.valueOf(request.readLine()).isEmpty()) {
          // The head of the request ends with an empty line.
        }
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      } catch (IOException unread) {
        continue; // the client has closed the connection
      }
    }
  }

  static Stream<Arguments> doors() {
    return Stream.of(
        door("request", text -> infoOf(text).toString()),
        door("subject of a request", text -> infoOf(text).subject()),
        door("key to send", text -> message(() -> IdempotencyKeyField.format(text + "\n"))),
        door("key that came", text -> message(() -> IdempotencyKeyField.parse("/" + text))),
        door("quoted key", text -> message(() -> IdempotencyKeyField.parseLenient("\"a\n" + text))),
        door("field of attempts", text -> message(() -> settings().attemptHeader("/" + text))),
        door("field of times", text -> message(() -> settings().timeLeftHeader("/" + text))),
        door("method", text -> message(() -> HttpRules.standard().idempotentMethod("/" + text))),
        door("table", UntrustedTextTest::table),
        door("client", text -> around(named(text)).toString()),
        door(
            "client that retries",
            text -> message(() -> RetryingHttpClient.of(around(named(text))))),
        door("name of a call", text -> report(failing("down"), retrying().named(text))),
        door("failure", text -> report(failing(text), Retry.none())),
        door("failure after retries", text -> report(failing(text), retrying())),
        door("failure of a body", text -> message(() -> rejected(failingHandler(text)).body())),
        door("failure of a handler", text -> message(() -> sendRejected(failingHandler(text)))),
        door("undeclared failure", text -> message(() -> send(around(throwing(text))))),
        door("failure of a shutdown", text -> message(around(throwing(text))::close)),
        door("log", text -> logged(() -> report(failing(text), logging("a" + text)))),
        door("log of a spent body", text -> logged(() -> sendOnce(text))),
        door("reason phrase", text -> answered("HTTP/1.1 503 a" + text)),
        door("status", text -> answered("HTTP/1.1 5" + text)),
        door("field", text -> answered("HTTP/1.1 503 Said\r\nRetry-After: a" + text)),
        door("name of a field", text -> answered("HTTP/1.1 503 Said\r\nx" + text + ": a")));
  }

  private static Arguments door(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  private static String message(ThrowingCallable call) {
    return catchThrowable(call).getMessage();
  }

  private static HttpRequestInfo infoOf(String text) {
    return new HttpRequestInfo("a" + text, "https://a" + text + ":443", "a" + text);
  }

  private static HttpRetry settings() {
    return HttpRetry.of(Retry.none());
  }

  /** Methods are tokens, so only their length is harmful. */
  private static String table(String text) {
    return HttpRules.standard().idempotentMethod("x".repeat(text.length() + 1)).toString();
  }

  private static Retry retrying() {
    return Retry.of(RetryPolicy.builder().maxAttempts(2).backoff(Backoff.none()).build());
  }

  private static Retry logging(String name) {
    return retrying().named(name).withListener(RetryListener.logging());
  }

  private static RetryingHttpClient around(HttpClient client) {
    return RetryingHttpClient.of(client, Retry.none());
  }

  private static HttpRequest request(URI uri) {
    return HttpRequest.newBuilder(uri).build();
  }

  private static URI uriOfServer() {
    return URI.create("http://localhost:" + server.getLocalPort() + "/");
  }

  private static Object send(HttpClient client) throws Exception {
    return client.send(request(NOBODY), ANY);
  }

  private static String report(HttpClient client, Retry retry) {
    return RetryingHttpClient.of(client, retry).sendForResult(request(NOBODY), ANY).toString();
  }

  private static String answered(String head) {
    answer = head + NO_BODY;
    return around(CLIENT).sendForResult(request(uriOfServer()), ANY).toString();
  }

  /** The handler reads the body of a held response afterwards. */
  private static HttpResponse<String> rejected(BodyHandler<String> handler) {
    return toRejecting().sendForResult(request(uriOfServer()), handler).value();
  }

  private static Object sendRejected(BodyHandler<String> handler) throws Exception {
    return toRejecting().send(request(uriOfServer()), handler);
  }

  private static RetryingHttpClient toRejecting() {
    answer = BUSY;
    return RetryingHttpClient.of(CLIENT, retrying());
  }

  private static BodyHandler<String> failingHandler(String text) {
    return info -> {
      throw new IllegalStateException(text);
    };
  }

  private static HttpClient named(String text) {
    return new Speaking(text, new IOException("down"));
  }

  private static HttpClient failing(String text) {
    return new Speaking("client", new IOException(text));
  }

  private static HttpClient throwing(String text) {
    return new Speaking("client", new Exception(text));
  }

  /** A stream can be sent only once. */
  private static void sendOnce(String name) {
    answer = BUSY;
    HttpRequest once =
        HttpRequest.newBuilder(uriOfServer())
            .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[9])))
            .build();
    RetryingHttpClient.of(CLIENT, logging("a" + name)).sendForResult(once, ANY);
  }

  private static String logged(Runnable call) {
    Logger logger = Logger.getLogger("dev.reprise");
    Log log = new Log();
    logger.setLevel(Level.ALL);
    logger.setUseParentHandlers(false);
    logger.addHandler(log);
    try {
      call.run();
      return String.join("\n", log.lines);
    } finally {
      logger.removeHandler(log);
      logger.setUseParentHandlers(true);
      logger.setLevel(null);
    }
  }

  private static final class Log extends Handler {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** A client with a given name, whose methods throw undeclared exceptions. */
  public static final class Speaking extends ClosableClient {

    private final String name;
    private final Exception failure;

    Speaking(String name, Exception failure) {
      super(CLIENT);
      this.name = name;
      this.failure = failure;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
      throw Speaking.<RuntimeException>undeclared(failure);
    }

    @Override
    public void close() {
      throw Speaking.<RuntimeException>undeclared(failure);
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X undeclared(Throwable failure) throws X {
      throw (X) failure;
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
