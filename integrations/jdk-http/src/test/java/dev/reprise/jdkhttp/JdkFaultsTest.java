package dev.reprise.jdkhttp;

import static dev.reprise.http.HttpFault.CERTIFICATE;
import static dev.reprise.http.HttpFault.CLIENT;
import static dev.reprise.http.HttpFault.CONNECT;
import static dev.reprise.http.HttpFault.CONNECTION_LOST;
import static dev.reprise.http.HttpFault.CONNECT_TIMEOUT;
import static dev.reprise.http.HttpFault.ENHANCE_YOUR_CALM;
import static dev.reprise.http.HttpFault.GOAWAY;
import static dev.reprise.http.HttpFault.GOAWAY_NOT_PROCESSED;
import static dev.reprise.http.HttpFault.HANDSHAKE;
import static dev.reprise.http.HttpFault.PROTOCOL;
import static dev.reprise.http.HttpFault.REFUSED_STREAM;
import static dev.reprise.http.HttpFault.STREAM_RESET;
import static dev.reprise.http.HttpFault.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Effect;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpRules;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions of the client of this Java version, and their faults. */
final class JdkFaultsTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final boolean REPEATS_UNPROCESSED = Runtime.version().feature() >= 24;

  static Stream<Arguments> onBoth() {
    return Stream.of(
        Arguments.of("close", Faults.closeWithoutResponse(), Set.of(CONNECTION_LOST)),
        Arguments.of("reset", Faults.resetWithoutResponse(), Set.of(CONNECTION_LOST)),
        Arguments.of("reset in headers", Faults.resetInHeaders(), Set.of(CONNECTION_LOST)),
        Arguments.of("reset in body", Faults.resetInBody("hello", 2), Set.of(CONNECTION_LOST)),
        Arguments.of("close in body", Faults.closeInBody("hello", 2), Set.of(CONNECTION_LOST)),
        Arguments.of("close in chunks", Faults.closeInChunks("hello", 2), Set.of(CONNECTION_LOST)),
        Arguments.of("stall", Faults.stall(), Set.of(TIMEOUT)),
        Arguments.of("not a header", Faults.malformedHeader(), Set.of(PROTOCOL)),
        Arguments.of("not a status", Faults.malformedStatus(), Set.of(PROTOCOL, CLIENT)));
  }

  static Stream<Arguments> onHttp2() {
    Set<HttpFault> refused =
        REPEATS_UNPROCESSED ? Set.of(GOAWAY_NOT_PROCESSED) : Set.of(REFUSED_STREAM);
    Set<HttpFault> wentAway = REPEATS_UNPROCESSED ? Set.of(CONNECTION_LOST) : Set.of(GOAWAY);
    Set<HttpFault> unprocessed =
        REPEATS_UNPROCESSED ? Set.of(GOAWAY_NOT_PROCESSED, CONNECTION_LOST) : Set.of(GOAWAY);
    return Stream.of(
        Arguments.of(
            "refused", Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM), refused),
        Arguments.of(
            "calm",
            Http2Faults.resetStream(ErrorCode.ENHANCE_YOUR_CALM),
            Set.of(ENHANCE_YOUR_CALM)),
        Arguments.of("cancel", Http2Faults.resetStream(ErrorCode.CANCEL), Set.of(STREAM_RESET)),
        Arguments.of(
            "reset in body",
            Http2Faults.resetStreamInBody("abc", ErrorCode.INTERNAL_ERROR),
            Set.of(STREAM_RESET)),
        Arguments.of("processed", Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR), wentAway),
        Arguments.of(
            "unprocessed", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), unprocessed));
  }

  private static void expect(Transport transport, Step step, Set<HttpFault> expected)
      throws Exception {
    HttpClient client = TestClients.bare();
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      server.script("/", step);
      client.send(TestClients.get(server, "/warm"), BodyHandlers.discarding());
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/"))
              .timeout(expected.contains(TIMEOUT) ? Duration.ofMillis(500) : SOON)
              .method("POST", HttpRequest.BodyPublishers.ofString("body"))
              .build();
      for (CallKind shape : new CallKind[] {CallKind.SEND, CallKind.SEND_ASYNC}) {
        Throwable thrown =
            catchThrowable(() -> shape.send(client, request, BodyHandlers.ofString()));
        assertThat(JdkFaults.of(thrown)).as("%s %s", shape, thrown).isIn(expected);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("onBoth")
  void classifies_failures_of_http_1(String name, Step step, Set<HttpFault> expected)
      throws Exception {
    expect(Transport.HTTP_1, step, expected);
    expect(Transport.TLS_HTTP_1, step, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"onBoth", "onHttp2"})
  void classifies_failures_of_http_2(String name, Step step, Set<HttpFault> expected)
      throws Exception {
    expect(Transport.TLS_HTTP_1_OR_2, step, expected);
  }

  @Test
  void classifies_failures_before_a_request_was_sent() throws Exception {
    HttpClient client = TestClients.bare();
    HttpClient distrustful = HttpClient.newHttpClient();
    for (CallKind shape : new CallKind[] {CallKind.SEND, CallKind.SEND_ASYNC}) {
      try (RefusingPort port = FaultyHttpServer.refusingPort()) {
        assertThat(faultOf(shape, client, port.uri("/"))).isEqualTo(CONNECT);
      }
      assertThat(faultOf(shape, client, URI.create("http://nowhere.invalid/"))).isEqualTo(CONNECT);
      try (FaultyHttpServer server = FaultyHttpServer.start(Transport.TLS_HTTP_1)) {
        assertThat(faultOf(shape, distrustful, server.uri("/"))).isEqualTo(CERTIFICATE);
        server.resetNextConnections(10);
        HttpFault cut = faultOf(shape, client, server.uri("/"));
        assertThat(cut).isIn(HANDSHAKE, CONNECT, CONNECTION_LOST);
        server.resetNextConnections(0);
      }
    }
  }

  @Test
  void classifies_a_connect_timeout() throws Exception {
    HttpClient client = TestClients.bareBuilder().connectTimeout(Duration.ofMillis(200)).build();
    try (ServerSocket silent = new ServerSocket(0)) {
      URI tls = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/");
      for (CallKind shape : new CallKind[] {CallKind.SEND, CallKind.SEND_ASYNC}) {
        assertThat(faultOf(shape, client, tls)).isEqualTo(CONNECT_TIMEOUT);
      }
    }
  }

  private static HttpFault faultOf(CallKind shape, HttpClient client, URI uri) {
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    Throwable thrown = catchThrowable(() -> shape.send(client, request, BodyHandlers.discarding()));
    return JdkFaults.of(thrown);
  }

  static Stream<Arguments> exceptions() {
    return Stream.of(
        Arguments.of(new HttpConnectTimeoutException("HTTP connect timed out"), CONNECT_TIMEOUT),
        Arguments.of(new AttemptTimeoutException(1, null), TIMEOUT),
        Arguments.of(new UnresolvedAddressException(), CONNECT),
        Arguments.of(new IOException("x", new ConnectException()), CONNECT),
        Arguments.of(new IOException("too many concurrent streams"), REFUSED_STREAM),
        Arguments.of(new IOException("Received RST_STREAM: Stream not processed"), REFUSED_STREAM),
        Arguments.of(new IOException("/127.0.0.1:1: GOAWAY received"), GOAWAY),
        Arguments.of(new IOException("request not processed by peer"), GOAWAY_NOT_PROCESSED),
        Arguments.of(new IOException("closed"), CLIENT),
        Arguments.of(new IOException("selector manager closed"), CLIENT),
        Arguments.of(new IOException("a bug", new IllegalStateException("a bug")), CLIENT),
        Arguments.of(new IOException("body exceeds capacity: 1000"), CLIENT),
        Arguments.of(new IOException("a bug", new AssertionError("a bug")), CLIENT),
        Arguments.of(new AccessDeniedException("/file"), CLIENT),
        Arguments.of(new SSLHandshakeException("Remote host terminated the handshake"), HANDSHAKE),
        Arguments.of(
            new SSLHandshakeException("x").initCause(new CertificateException("expired")),
            CERTIFICATE),
        Arguments.of(new SSLHandshakeException("No appropriate protocol"), CERTIFICATE),
        Arguments.of(new SSLException("closing inbound before close_notify"), CONNECTION_LOST),
        Arguments.of(new IOException("anything else"), HttpFault.OTHER));
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void distinguishes_exceptions(Throwable failure, HttpFault expected) {
    assertThat(JdkFaults.of(failure)).isEqualTo(expected);
  }

  @Test
  void the_policy_decides_about_failures_that_do_not_concern_the_exchange() {
    assertThat(JdkFaults.of(new CancellationException())).isNull();
    assertThat(JdkFaults.of(new InterruptedException())).isNull();
    assertThat(JdkFaults.of(new InterruptedIOException())).isNull();
    assertThat(JdkFaults.of(new AssertionError())).isNull();
    assertThat(JdkFaults.of(new Exception("checked"))).isNull();
  }

  @Test
  void counts_the_repetitions_of_the_client_itself() throws Exception {
    assertThat(received(Transport.HTTP_1, "GET", Faults.closeWithoutResponse())).isEqualTo(2);
    assertThat(received(Transport.HTTP_1, "HEAD", Faults.closeWithoutResponse())).isEqualTo(2);
    assertThat(received(Transport.HTTP_1, "PUT", Faults.closeWithoutResponse())).isEqualTo(1);
    assertThat(received(Transport.HTTP_1, "POST", Faults.closeWithoutResponse())).isEqualTo(1);
    assertThat(received(Transport.HTTP_1, "GET", Faults.resetInHeaders())).isBetween(1, 2);
    assertThat(received(Transport.HTTP_1, "GET", Step.reply(503))).isEqualTo(1);
    assertThat(received(Transport.HTTP_1, "GET", Step.redirect(302, "/"))).isEqualTo(5);
    Step refused = Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM);
    assertThat(received(Transport.TLS_HTTP_1_OR_2, "POST", refused))
        .isEqualTo(REPEATS_UNPROCESSED ? 2 : 1);
    assertThat(HttpRules.standard().ofFault(GOAWAY).effect()).isEqualTo(Effect.UNKNOWN);
  }

  private static int received(Transport transport, String method, Step step) throws Exception {
    HttpClient client =
        TestClients.bareBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      server.script("/", step);
      client.send(TestClients.get(server, "/warm"), BodyHandlers.discarding());
      server.requestLog().clear();
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/"))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      Throwable unused = catchThrowable(() -> client.send(request, BodyHandlers.discarding()));
      return server.requestLog().receivedCount();
    }
  }
}
