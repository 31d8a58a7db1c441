package dev.reprise.testbed.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Protocol;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Http2FaultsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private FaultyHttpServer server;
  private RawHttp2 client;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C);
    client = new RawHttp2(server);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_stream_is_reset_with_each_code(ErrorCode code) throws Exception {
    server.script("/", Http2Faults.resetStreamOnArrival(code));
    client.headers(1, false, true);
    RawHttp2.Frame reset = client.next(RawHttp2.RST_STREAM);
    assertThat(reset.stream()).isEqualTo(1);
    assertThat(reset.word(0)).isEqualTo(code.code());
    assertThat(server.requestLog().receivedCount()).isEqualTo(1);
    assertThat(server.requestLog().executedCount()).isZero();
  }

  @Test
  void a_stream_refused_on_arrival_does_not_wait_for_its_body() throws Exception {
    server.script("/", Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM), Step.reply(200));
    client.headers(1, true, false);
    assertThat(client.next(RawHttp2.RST_STREAM).word(0)).isEqualTo(7);
    client.headers(3, true, false);
    client.data(3, "body", true);
    assertThat(client.next(RawHttp2.HEADERS).stream()).isEqualTo(3);
    assertThat(server.requestLog().executed())
        .extracting(ReceivedRequest::stream)
        .containsExactly(3);
    assertThat(server.requestLog().executed().get(0).body()).isEqualTo("body");
  }

  @Test
  void a_stream_can_be_reset_after_its_request_was_executed() throws Exception {
    server.script("/", Http2Faults.resetStream(ErrorCode.CANCEL));
    client.headers(1, true, false);
    client.data(1, "pay", true);
    assertThat(client.next(RawHttp2.RST_STREAM).word(0)).isEqualTo(8);
    assertThat(server.requestLog().executed().get(0).body()).isEqualTo("pay");
  }

  @Test
  void a_stream_can_be_reset_in_its_body() throws Exception {
    server.script("/", Http2Faults.resetStreamInBody("part", ErrorCode.INTERNAL_ERROR));
    client.headers(1, false, true);
    assertThat(client.next(RawHttp2.DATA).payload()).asString().isEqualTo("part");
    assertThat(client.next(RawHttp2.RST_STREAM).word(0)).isEqualTo(2);
  }

  @Test
  void a_request_is_not_executed_after_a_goaway_below_its_stream() throws Exception {
    server.script("/", Step.reply(200), Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR));
    client.headers(1, false, true);
    client.next(RawHttp2.HEADERS);
    client.headers(3, false, true);
    RawHttp2.Frame goAway = client.next(RawHttp2.GOAWAY);
    assertThat(goAway.word(0)).isEqualTo(1);
    assertThat(goAway.word(1)).isZero();
    assertThat(client.atEnd()).isTrue();
    assertThat(server.requestLog().executed())
        .extracting(ReceivedRequest::stream)
        .containsExactly(1);
  }

  @Test
  void a_request_is_executed_before_a_goaway_at_its_stream() throws Exception {
    server.script("/", Http2Faults.goAwayProcessed(ErrorCode.ENHANCE_YOUR_CALM));
    client.headers(1, false, true);
    RawHttp2.Frame goAway = client.next(RawHttp2.GOAWAY);
    assertThat(goAway.word(0)).isEqualTo(1);
    assertThat(goAway.word(1)).isEqualTo(11);
    assertThat(client.atEnd()).isTrue();
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @Test
  void a_goaway_can_carry_any_last_stream() throws Exception {
    server.script("/", Http2Faults.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR));
    client.headers(1, false, true);
    assertThat(client.next(RawHttp2.GOAWAY).word(0)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void a_failed_stream_does_not_affect_others_of_its_connection() throws Exception {
    server.script(
        "/",
        (request, number) ->
            number == 1 ? Step.reply(200).afterStall() : Http2Faults.resetStream(ErrorCode.CANCEL));
    client.headers(1, false, true);
    client.headers(3, false, true);
    assertThat(client.next(RawHttp2.RST_STREAM).stream()).isEqualTo(3);
    assertThat(server.awaitStalled(1, PATIENCE)).isTrue();
    server.release();
    assertThat(client.next(RawHttp2.HEADERS).stream()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_2", "HTTP_2_TLS"})
  void the_client_of_the_jdk_fails_for_each_fault(ServerMode mode) throws Exception {
    try (FaultyHttpServer other = mode.start()) {
      other.script("/rst", Http2Faults.resetStreamOnArrival(ErrorCode.CANCEL));
      other.script("/done", Http2Faults.resetStream(ErrorCode.CANCEL));
      other.script("/goaway", Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR));
      for (String path : new String[] {"/rst", "/done", "/goaway"}) {
        HttpClient jdk = TestClients.client(Protocol.HTTP_2);
        assertThatThrownBy(() -> TestClients.post(jdk, other, path, "body"))
            .isInstanceOf(IOException.class);
      }
      assertThat(other.requestLog().executed())
          .extracting(ReceivedRequest::path)
          .containsExactly("/done", "/goaway");
    }
  }

  @Test
  void on_http_1_the_connection_is_reset() throws Exception {
    server.script("/", Http2Faults.resetStreamOnArrival(ErrorCode.CANCEL));
    HttpClient jdk = TestClients.client(Protocol.HTTP_1);
    assertThatThrownBy(() -> TestClients.post(jdk, server, "/", "body"))
        .isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isZero();
  }
}
