package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static dev.reprise.jdkhttp.TestClients.post;
import static dev.reprise.jdkhttp.TestClients.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RetryResult;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each fault, with each transport if it matters, and the ways to send in rotation. */
@Tag("proof")
final class RetriedFaultsTest extends FaultMatrix {

  @Override
  boolean tries(Fault fault, Transport transport, CallKind shape) {
    boolean inTurn = fault.number() % CallKind.values().length == shape.ordinal();
    boolean plain = fault.number() % 2 == shape.ordinal();
    return switch (transport) {
      case HTTP_1 ->
          fault.place() != Place.STREAM
              && (inTurn || shape == CallKind.SEND || shape == CallKind.SEND_ASYNC);
      case TLS_HTTP_1 -> fault.place() == Place.CONNECTION && plain;
      case HTTP_1_OR_H2C -> fault.place() != Place.ANSWER && plain;
      case TLS_HTTP_1_OR_2 -> inTurn;
    };
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_stream_that_was_refused_is_sent_again_for_any_method(CallKind shape) throws Exception {
    FaultyHttpServer server = SERVERS.get(Transport.TLS_HTTP_1_OR_2);
    Step refused = Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM);
    server.script(PATH, refused, refused, refused, Step.reply(200, "done"));
    HttpResponse<String> response =
        shape.send(
            CLIENTS.get(Transport.TLS_HTTP_1_OR_2), post(server, PATH), BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("done");
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void the_library_does_not_repeat_a_post_whose_server_closed_the_connection(CallKind shape) {
    FaultyHttpServer server = SERVERS.get(Transport.TLS_HTTP_1_OR_2);
    server.script(PATH, Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR), Step.reply(200, "twice"));
    assertThatThrownBy(
            () ->
                shape.send(
                    CLIENTS.get(Transport.TLS_HTTP_1_OR_2),
                    post(server, PATH),
                    BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void refused_connections_are_retried_for_any_method(CallKind shape) throws Exception {
    RecordingListener heard = new RecordingListener();
    RetryingHttpClient client =
        RetryingHttpClient.of(TestClients.bare(), retry(TestClients.policy()).withListener(heard));
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpRequest request =
          HttpRequest.newBuilder(port.uri("/")).POST(BodyPublishers.ofString("x")).build();
      assertThatThrownBy(() -> shape.send(client, request, BodyHandlers.ofString()))
          .isInstanceOf(ConnectException.class);
    }
    assertThat(heard.recorded(RetryEvent.AttemptFinished.class)).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_response_that_is_not_http_is_not_retried(CallKind shape) {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Faults.malformedStatus(), Step.reply(200));
    assertThatThrownBy(
            () ->
                shape.send(
                    CLIENTS.get(Transport.HTTP_1), get(server, PATH), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void redirects_happen_within_an_attempt(CallKind shape) throws Exception {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Step.redirect(302, "/there"));
    server.script("/there", Step.reply(503), Step.reply(200, "there"));
    RetryingHttpClient client =
        RetryingHttpClient.of(
            TestClients.bareBuilder().followRedirects(HttpClient.Redirect.NORMAL).build(),
            retry(TestClients.policy()));
    HttpResponse<String> response = shape.send(client, get(server, PATH), BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("there");
    assertThat(response.previousResponse()).isPresent();
    assertThat(server.requestLog().received())
        .extracting(ReceivedRequest::path)
        .containsExactly(PATH, "/there", PATH, "/there");
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_redirect_that_is_not_followed_is_returned(CallKind shape) throws Exception {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Step.redirect(307, "/there"));
    HttpResponse<String> response =
        shape.send(CLIENTS.get(Transport.HTTP_1), get(server, PATH), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(307);
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_stalled_response_is_ended_by_the_timeout_of_the_request_and_retried(CallKind shape)
      throws Exception {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Faults.stall(), Step.reply(200, "done"));
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(PATH)).timeout(Duration.ofMillis(300)).build();
    assertThat(shape.send(CLIENTS.get(Transport.HTTP_1), request, BodyHandlers.ofString()).body())
        .isEqualTo("done");
  }

  @Test
  void many_503_responses_end_with_the_last_response() throws Exception {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Step.reply(503, "busy"));
    RetryResult<HttpResponse<String>> result =
        CLIENTS.get(Transport.HTTP_1).sendForResult(get(server, PATH), BodyHandlers.ofString());
    assertThat(result.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(result.attempts()).isEqualTo(4);
    assertThat(result.value().statusCode()).isEqualTo(503);
    assertThat(result.value().body()).isEqualTo("busy");
  }

  @Test
  void
      a_request_that_timed_out_in_every_attempt_throws_the_exception_that_callers_of_a_client_expect() {
    FaultyHttpServer server = SERVERS.get(Transport.HTTP_1);
    server.script(PATH, Faults.stall());
    RetryingHttpClient client =
        TestClients.retrying(
            TestClients.policy().maxAttempts(2).attemptTimeout(Duration.ofMillis(200)));
    for (CallKind shape : List.of(CallKind.SEND, CallKind.SEND_ASYNC)) {
      assertThatThrownBy(() -> shape.send(client, get(server, PATH), BodyHandlers.ofString()))
          .isInstanceOf(HttpTimeoutException.class)
          .hasCauseInstanceOf(AttemptTimeoutException.class);
    }
  }
}
