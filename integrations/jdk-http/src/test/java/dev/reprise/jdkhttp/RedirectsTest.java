package dev.reprise.jdkhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that requests which a client has redirected by itself do not count as requests without
 * effect.
 */
final class RedirectsTest {

  private final RecordingListener heard = new RecordingListener();
  private final RetryingHttpClient client = following(TestClients.policy());
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    server.script("/b", Step.reply(429, "later"), Step.reply(200, "done"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RetryingHttpClient following(RetryPolicyBuilder policy) {
    HttpClient bare = TestClients.bareBuilder().followRedirects(Redirect.ALWAYS).build();
    return RetryingHttpClient.of(bare, retry(policy));
  }

  private Retry retry(RetryPolicyBuilder policy) {
    return TestClients.retry(policy).withListener(heard);
  }

  private static HttpRequest postTo(URI uri, BodyPublisher body) {
    return HttpRequest.newBuilder(uri).POST(body).build();
  }

  private List<String> paths() {
    return server.requestLog().received().stream().map(ReceivedRequest::path).toList();
  }

  private int attempts() {
    return heard.recorded(RetryEvent.AttemptFinished.class).size();
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_post_is_not_sent_again_after_a_failure_of_its_redirect(CallKind shape) throws Exception {
    server.script("/a", Step.redirect(303, "/b"));
    HttpResponse<String> response =
        shape.send(client, TestClients.post(server, "/a"), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.body()).isEqualTo("later");
    assertThat(paths()).containsExactly("/a", "/b");
  }

  @Test
  void a_post_whose_body_was_also_sent_to_the_redirect_is_not_sent_again() {
    server.script("/a", Step.redirect(307, "/b"));
    RetryResult<HttpResponse<String>> result =
        client.sendForResult(TestClients.post(server, "/a"), BodyHandlers.ofString());
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(result.value().body()).isEqualTo("later");
    assertThat(server.requestLog().executed())
        .extracting(ReceivedRequest::path, ReceivedRequest::method, ReceivedRequest::body)
        .containsExactly(tuple("/a", "POST", "body"), tuple("/b", "POST", "body"));
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_post_is_not_sent_again_if_the_target_of_its_redirect_refuses_connections(CallKind shape)
      throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      server.script("/a", Step.redirect(303, port.uri("/b").toString()));
      for (BodyPublisher body :
          List.of(
              BodyPublishers.ofString("body"),
              BodyPublishers.fromPublisher(BodyPublishers.ofString("body")),
              BodyPublishers.noBody())) {
        server.requestLog().clear();
        HttpRequest request = postTo(server.uri("/a"), body);
        assertThatThrownBy(() -> shape.send(client, request, BodyHandlers.ofString()))
            .isInstanceOf(ConnectException.class);
        assertThat(paths()).containsExactly("/a");
      }
    }
  }

  @Test
  void a_post_that_waits_for_100_continue_is_not_sent_again() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpRequest request =
          HttpRequest.newBuilder(port.uri("/"))
              .expectContinue(true)
              .POST(BodyPublishers.ofString("body"))
              .build();
      assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
          .isInstanceOf(ConnectException.class);
      assertThat(attempts()).isEqualTo(1);
    }
  }

  @Test
  void bytes_sent_by_an_earlier_attempt_prove_nothing_about_the_next_one() {
    server.script("/a", Step.reply(429, "", "Connection", "close"));
    HttpClient bare = TestClients.bareBuilder().followRedirects(Redirect.ALWAYS).build();
    Retry retry = retry(TestClients.policy()).withListener(event -> server.close());
    RetryingHttpClient leftAlone = RetryingHttpClient.of(bare, retry);
    HttpRequest request = TestClients.post(server, "/a");
    assertThatThrownBy(() -> leftAlone.send(request, BodyHandlers.ofString()))
        .isInstanceOf(ConnectException.class);
    assertThat(attempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_post_whose_connection_is_refused_is_retried_even_if_redirects_are_followed(CallKind shape)
      throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpRequest request = postTo(port.uri("/"), BodyPublishers.ofString("body"));
      assertThatThrownBy(() -> shape.send(client, request, BodyHandlers.ofString()))
          .isInstanceOf(ConnectException.class);
    }
    assertThat(attempts()).isEqualTo(4);
  }

  @Test
  void a_stream_that_is_refused_after_a_redirect_proves_nothing() throws Exception {
    try (FaultyHttpServer http2 = FaultyHttpServer.start(Transport.TLS_HTTP_1_OR_2)) {
      http2.script("/a", Step.redirect(303, "/b"));
      http2.script("/b", Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM));
      assertThatThrownBy(() -> client.send(TestClients.post(http2, "/a"), BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      assertThat(http2.requestLog().executed())
          .extracting(ReceivedRequest::path)
          .containsExactly("/a");
    }
  }

  @Test
  void a_get_is_retried_after_any_failure_of_its_redirect() throws Exception {
    server.script("/a", Step.redirect(302, "/b"));
    server.script("/b", Step.reply(503), Step.reply(429), Step.reply(200, "done"));
    assertThat(client.send(TestClients.get(server, "/a"), BodyHandlers.ofString()).body())
        .isEqualTo("done");
    assertThat(paths()).containsExactly("/a", "/b", "/a", "/b", "/a", "/b");
  }

  @Test
  void a_post_with_a_key_is_retried_after_any_failure_of_its_redirect() throws Exception {
    server.script("/a", Step.redirect(303, "/b"));
    RetryingHttpClient keyed = following(TestClients.policy().idempotency(Idempotency.KEYED));
    assertThat(keyed.send(TestClients.post(server, "/a"), BodyHandlers.ofString()).body())
        .isEqualTo("done");
    assertThat(paths()).containsExactly("/a", "/b", "/a", "/b");
  }

  @Test
  void a_request_for_credentials_has_no_effect() throws Exception {
    Authenticator known =
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication("me", "secret".toCharArray());
          }
        };
    server.script(
        "/a",
        Step.reply(401, "", "WWW-Authenticate", "Basic realm=\"a\""),
        Step.reply(429),
        Step.reply(200, "done"));
    HttpClient bare =
        TestClients.bareBuilder().followRedirects(Redirect.ALWAYS).authenticator(known).build();
    HttpResponse<String> response =
        RetryingHttpClient.of(bare, retry(TestClients.policy()))
            .send(TestClients.post(server, "/a"), BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("done");
    assertThat(paths()).containsExactly("/a", "/a", "/a");
  }
}
