package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.event.RetryEvent;
import dev.reprise.http.BodyNotRepeatable;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.Idempotency;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import dev.reprise.testing.RecordingListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests request bodies that can be sent once or repeatedly. */
final class RequestBodiesTest {

  @TempDir Path directory;

  private final RetryingHttpClient client = TestClients.retrying();
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Map<String, BodyPublisher> repeatable() throws IOException {
    byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
    Path file = Files.writeString(directory.resolve("file"), "hello");
    Map<String, BodyPublisher> bodies = new LinkedHashMap<>();
    bodies.put("ofString", BodyPublishers.ofString("hello"));
    bodies.put("ofByteArray", BodyPublishers.ofByteArray(bytes));
    bodies.put("ofByteArray with bounds", BodyPublishers.ofByteArray(bytes, 0, 5));
    bodies.put(
        "ofByteArrays, declared",
        RetryingHttpClient.repeatable(BodyPublishers.ofByteArrays(List.of(bytes))));
    bodies.put("ofFile", BodyPublishers.ofFile(file));
    bodies.put(
        "ofInputStream, declared",
        RetryingHttpClient.repeatable(
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
    bodies.put(
        "fromPublisher, declared",
        RetryingHttpClient.repeatable(
            BodyPublishers.fromPublisher(BodyPublishers.ofString("hello"), 5)));
    return bodies;
  }

  private Map<String, BodyPublisher> once() {
    BodyPublisher hello = BodyPublishers.ofString("hello");
    Map<String, BodyPublisher> bodies = new LinkedHashMap<>();
    bodies.put("fromPublisher", BodyPublishers.fromPublisher(hello));
    bodies.put(
        "ofByteArrays",
        BodyPublishers.ofByteArrays(List.of("hello".getBytes(StandardCharsets.UTF_8))));
    bodies.put(
        "ofInputStream",
        BodyPublishers.ofInputStream(
            () -> new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8))));
    bodies.put("fromPublisher with a length", BodyPublishers.fromPublisher(hello, 5));
    bodies.put(
        "concat",
        BodyPublishers.concat(BodyPublishers.ofString("hel"), BodyPublishers.ofString("lo")));
    return bodies;
  }

  private HttpRequest put(BodyPublisher body) {
    return HttpRequest.newBuilder(server.uri("/")).PUT(body).build();
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void bodies_that_can_be_read_again_are_sent_again(CallKind shape) throws Exception {
    for (Map.Entry<String, BodyPublisher> body : repeatable().entrySet()) {
      server.requestLog().clear();
      server.script("/", Step.reply(503), Faults.resetWithoutResponse(), Step.reply(200));
      shape.send(client, put(body.getValue()), BodyHandlers.discarding());
      assertThat(server.requestLog().executed())
          .as(body.getKey())
          .extracting(ReceivedRequest::body)
          .containsExactly("hello", "hello", "hello");
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void other_bodies_are_sent_once_and_the_failure_has_a_note(CallKind shape) throws Exception {
    for (Map.Entry<String, BodyPublisher> body : once().entrySet()) {
      server.requestLog().clear();
      server.script("/", Faults.resetWithoutResponse(), Step.reply(200));
      assertThatThrownBy(() -> shape.send(client, put(body.getValue()), BodyHandlers.discarding()))
          .as(body.getKey())
          .isInstanceOf(IOException.class)
          .satisfies(failure -> assertThat(BodyNotRepeatable.isAddedTo(failure)).isTrue());
      server.script("/", Step.reply(503, "busy"), Step.reply(200));
      HttpResponse<String> response =
          shape.send(client, put(body.getValue()), BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.body()).isEqualTo("busy");
      assertThat(server.requestLog().executed())
          .as(body.getKey())
          .extracting(ReceivedRequest::body)
          .containsExactly("hello", "hello");
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_stream_that_is_the_same_each_time_does_not_overwrite_the_resource_with_an_empty_body(
      CallKind shape) {
    InputStream stream = new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));
    server.script("/", Faults.resetWithoutResponse(), Step.reply(200));
    HttpRequest request = put(BodyPublishers.ofInputStream(() -> stream));
    assertThatThrownBy(() -> shape.send(client, request, BodyHandlers.discarding()))
        .isInstanceOf(IOException.class)
        .satisfies(failure -> assertThat(BodyNotRepeatable.isAddedTo(failure)).isTrue());
    assertThat(server.requestLog().executed())
        .extracting(ReceivedRequest::body)
        .containsExactly("hello");
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void other_bodies_are_retried_as_long_as_they_were_not_requested(CallKind shape)
      throws Exception {
    RecordingListener heard = new RecordingListener();
    RetryingHttpClient retrying =
        RetryingHttpClient.of(TestClients.bare(), retry(TestClients.policy()).withListener(heard));
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpRequest request =
          HttpRequest.newBuilder(port.uri("/"))
              .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString("hello")))
              .build();
      assertThatThrownBy(() -> shape.send(retrying, request, BodyHandlers.discarding()))
          .isInstanceOf(ConnectException.class);
    }
    assertThat(heard.recorded(RetryEvent.AttemptFinished.class)).hasSize(4);
  }

  @Test
  void an_attempt_adds_its_number_its_time_and_its_key_and_keeps_other_fields() throws Exception {
    HttpRetry settings =
        HttpRetry.of(retry(TestClients.policy().idempotency(Idempotency.KEYED)))
            .attemptHeader("X-Attempt")
            .timeLeftHeader("X-Time-Left");
    server.script("/", Step.reply(503), Step.reply(200));
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/"))
            .header("X-Attempt", "mine")
            .header("X-Other", "a")
            .header("X-Other", "b")
            .timeout(Duration.ofSeconds(20))
            .expectContinue(false)
            .POST(BodyPublishers.ofString("hello"))
            .build();
    HttpResponse<Void> response =
        RetryingHttpClient.of(TestClients.bare(), settings)
            .send(request, BodyHandlers.discarding());
    assertThat(response.request().timeout()).contains(Duration.ofSeconds(20));
    List<ReceivedRequest> requests = server.requestLog().executed();
    assertThat(requests).hasSize(2).extracting(ReceivedRequest::method).containsOnly("POST");
    assertThat(requests)
        .extracting(one -> one.headers().get("x-attempt"))
        .containsExactly(List.of("1"), List.of("2"));
    assertThat(requests)
        .allSatisfy(
            one -> {
              assertThat(one.headers().get("x-other")).containsExactly("a", "b");
              assertThat(Long.parseLong(one.header("x-time-left").orElseThrow()))
                  .isBetween(1L, 30_000L);
              assertThat(one.body()).isEqualTo("hello");
            });
  }

  @Test
  void a_key_that_the_caller_has_set_stays_unchanged() throws Exception {
    server.script("/", Faults.resetWithoutResponse(), Step.reply(200));
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/"))
            .header("Idempotency-Key", "\"mine\"")
            .POST(BodyPublishers.ofString("hello"))
            .build();
    client.send(request, BodyHandlers.discarding());
    assertThat(server.requestLog().executed())
        .extracting(one -> one.headers().get("idempotency-key"))
        .containsExactly(List.of("\"mine\""), List.of("\"mine\""));
  }

  @Test
  void requests_within_an_attempt_have_its_key_and_its_time() throws Exception {
    HttpRetry settings =
        HttpRetry.of(retry(TestClients.policy().idempotency(Idempotency.KEYED)))
            .timeLeftHeader("X-Time-Left");
    RetryingHttpClient keyed = RetryingHttpClient.of(TestClients.bare(), settings);
    Retry outer =
        retry(TestClients.policy().within(Duration.ofSeconds(5))).withIdempotencyKey("order-7");
    outer.callWith(
        attempt ->
            keyed.within(attempt).send(TestClients.post(server, "/"), BodyHandlers.discarding()));
    ReceivedRequest request = server.requestLog().executed().get(0);
    assertThat(request.header("Idempotency-Key")).contains("\"order-7\"");
    assertThat(Long.parseLong(request.header("X-Time-Left").orElseThrow())).isLessThan(5_001);
  }
}
