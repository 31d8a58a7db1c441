package dev.reprise.testbed.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the exact bytes that each step sends. */
class RawHttp1Test {
  private static final String GET = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";

  private FaultyHttpServer server;
  private Socket socket;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    server.close();
  }

  @Test
  void a_connection_carries_hundreds_of_requests() throws Exception {
    server.script("/x", Step.reply(429, "slow", "Retry-After", "1"));
    String answer =
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r\nslow";
    for (int i = 0; i < 300; i++) {
      send(GET);
      assertThat(read(answer.length())).isEqualTo(answer);
    }
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
  }

  @Test
  void the_connection_is_closed_if_the_client_asks_for_it() throws Exception {
    server.script("/x", Step.reply(200, "ok"));
    send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assertThat(readToEnd())
        .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
  }

  @Test
  void a_head_request_and_a_204_have_no_body() throws Exception {
    server.script("/x", Step.reply(200, "four"), Step.reply(204, "none"));
    send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n");
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
    assertThat(read(head.length())).isEqualTo(head);
    send(GET);
    String empty = "HTTP/1.1 204 No Content\r\n\r\n";
    assertThat(read(empty.length())).isEqualTo(empty);
  }

  @Test
  void interim_responses_are_sent_first() throws Exception {
    server.script("/x", Step.reply(200).afterInterim(103, "Link", "a").afterInterim(100));
    send(GET);
    String answer =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    assertThat(read(answer.length())).isEqualTo(answer);
  }

  @Test
  void a_client_that_waits_for_100_receives_it_before_its_body_is_read() throws Exception {
    send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    String goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    assertThat(read(goOn.length())).isEqualTo(goOn);
    assertThat(server.requestLog().executedCount()).isZero();
    send("hi");
    assertThat(read(15)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(server.requestLog().executed().get(0).body()).isEqualTo("hi");
  }

  @Test
  void an_incomplete_request_is_received_but_not_executed() throws Exception {
    send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhal");
    assertThat(server.requestLog().awaitReceived(1, Duration.ofSeconds(20))).isTrue();
    socket.close();
    assertThat(server.requestLog().awaitAbandoned(1, Duration.ofSeconds(20))).isTrue();
    assertThat(server.requestLog().executedCount()).isZero();
  }

  @Test
  void closes_with_fin_or_with_a_reset() throws Exception {
    server.script("/x", Faults.closeWithoutResponse());
    send(GET);
    assertThat(readToEnd()).isEmpty();
    reconnect();
    server.script("/x", Faults.resetWithoutResponse());
    send(GET);
    assertThatThrownBy(this::readToEnd).isInstanceOf(SocketException.class);
  }

  @Test
  void resets_in_the_middle_of_the_headers() throws Exception {
    server.script("/x", Faults.resetInHeaders());
    send(GET);
    String half = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Half: one, t";
    assertThat(read(half.length())).isEqualTo(half);
    assertThatThrownBy(this::readToEnd).isInstanceOf(SocketException.class);
  }

  @Test
  void ends_in_the_middle_of_the_body() throws Exception {
    String part = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123";
    server.script("/x", Faults.closeInBody("0123456789", 4));
    send(GET);
    assertThat(readToEnd()).isEqualTo(part);

    reconnect();
    server.script("/x", Faults.resetInBody("0123456789", 4));
    send(GET);
    assertThat(read(part.length())).isEqualTo(part);
    assertThatThrownBy(this::readToEnd).isInstanceOf(SocketException.class);

    reconnect();
    server.script("/x", Faults.closeInChunks("0123456789", 4));
    send(GET);
    assertThat(readToEnd())
        .isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n");
  }

  @Test
  void a_connection_can_be_reset_when_it_is_accepted() throws Exception {
    send(GET);
    assertThat(read(15)).isEqualTo("HTTP/1.1 200 OK");
    server.resetNextConnections(1);
    reconnect();
    assertThatThrownBy(this::readToEnd).isInstanceOf(SocketException.class);
    reconnect();
    send(GET);
    assertThat(read(15)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(server.requestLog().connectionsOpened()).isEqualTo(3);
  }

  @Test
  void only_idle_connections_are_closed() throws Exception {
    server.script("/x", Step.reply(200), Faults.stall());
    send(GET);
    read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".length());
    try (Socket busy = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      busy.getOutputStream().write(GET.getBytes(StandardCharsets.UTF_8));
      assertThat(server.awaitStalled(1, Duration.ofSeconds(20))).isTrue();
      server.closeIdleConnections();
      assertThat(readToEnd()).isEmpty();
      server.release();
      assertThat(busy.getInputStream().read()).isEqualTo('H');
    }
  }

  private void reconnect() throws IOException {
    socket.close();
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private String read(int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  private String readToEnd() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
