package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static dev.reprise.jdkhttp.TestClients.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that one body reaches the caller: that of the returned response. */
final class ResponseBodiesTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String LONG = "0123456789".repeat(20_000);

  @TempDir static Path directory;

  /** A body handler, and the conversion of its body to text. */
  private record Case<T>(String name, BodyHandler<T> handler, Reader<T> reader) {

    String read(CallKind shape, HttpClient client, HttpRequest request) throws Exception {
      HttpResponse<T> response = shape.send(client, request, handler);
      return response.statusCode() + " " + reader.read(response.body());
    }

    /**
     * Returns true if the caller has a body before it is complete, so that no attempt can follow.
     */
    boolean sawBrokenBody() {
      return name.matches("ofInputStream|ofLines|ofPublisher|ofByteArrayConsumer");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private interface Reader<T> {
    String read(T body) throws Exception;
  }

  private static List<Case<?>> handlers() {
    Path file = directory.resolve("body");
    AtomicInteger consumed = new AtomicInteger();
    return List.of(
        new Case<>("ofString", BodyHandlers.ofString(), body -> body),
        new Case<>("ofByteArray", BodyHandlers.ofByteArray(), ResponseBodiesTest::text),
        new Case<>(
            "ofInputStream",
            BodyHandlers.ofInputStream(),
            body -> {
              try (InputStream stream = body) {
                return text(stream.readAllBytes());
              }
            }),
        new Case<>(
            "ofLines",
            BodyHandlers.ofLines(),
            body -> {
              try (Stream<String> lines = body) {
                return String.join("", lines.toList());
              }
            }),
        new Case<>("ofFile", BodyHandlers.ofFile(file), Files::readString),
        new Case<>("ofPublisher", BodyHandlers.ofPublisher(), ResponseBodiesTest::collect),
        new Case<>("discarding", BodyHandlers.discarding(), String::valueOf),
        new Case<>("replacing", BodyHandlers.replacing("mine"), body -> body),
        new Case<>("buffering", BodyHandlers.buffering(BodyHandlers.ofString(), 100), body -> body),
        new Case<>(
            "ofByteArrayConsumer",
            BodyHandlers.ofByteArrayConsumer(
                piece -> consumed.addAndGet(piece.map(bytes -> bytes.length).orElse(0))),
            body -> "consumed " + consumed.getAndSet(0)),
        new Case<>(
            "fromSubscriber",
            info -> BodySubscribers.fromSubscriber(new OneByOne(), OneByOne::text),
            body -> body),
        new Case<>(
            "mapping",
            info ->
                BodySubscribers.mapping(
                    BodySubscribers.ofString(StandardCharsets.UTF_8), String::length),
            String::valueOf));
  }

  /** Requests one buffer at a time. */
  private static final class OneByOne implements Flow.Subscriber<List<ByteBuffer>> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
      subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        byte[] piece = new byte[buffer.remaining()];
        buffer.get(piece);
        bytes.writeBytes(piece);
      }
      subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}

    String text() {
      return ResponseBodiesTest.text(bytes.toByteArray());
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String collect(Flow.Publisher<List<ByteBuffer>> publisher) throws Exception {
    var subscriber = BodySubscribers.ofString(StandardCharsets.UTF_8);
    publisher.subscribe(subscriber);
    return CallKind.got(subscriber.getBody().toCompletableFuture());
  }

  private static Map<String, Step[]> scripts() {
    Map<String, Step[]> scripts = new LinkedHashMap<>();
    scripts.put("200 at once", new Step[] {Step.reply(200, "done")});
    scripts.put("200 without a body", new Step[] {Step.reply(200)});
    scripts.put("204", new Step[] {Step.reply(204)});
    scripts.put("404", new Step[] {Step.reply(404, "no such page")});
    scripts.put("a long 200", new Step[] {Step.reply(200, LONG)});
    scripts.put("after 503", new Step[] {Step.reply(503, "busy"), Step.reply(200, "done")});
    scripts.put("after a long 503", new Step[] {Step.reply(503, LONG), Step.reply(200, LONG)});
    scripts.put(
        "after a broken 200", new Step[] {Faults.resetInBody(LONG, 100), Step.reply(200, "done")});
    return scripts;
  }

  @Test
  void every_body_handler_receives_the_same_as_without_retries() throws Exception {
    everyBodyHandlerSeesTheSame(Transport.HTTP_1);
  }

  @Test
  @Tag("proof")
  void every_body_handler_receives_the_same_as_without_retries_over_http_2_too() throws Exception {
    everyBodyHandlerSeesTheSame(Transport.TLS_HTTP_1_OR_2);
  }

  private static void everyBodyHandlerSeesTheSame(Transport transport) throws Exception {
    HttpClient bare = TestClients.bare();
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      RetryingHttpClient client = RetryingHttpClient.of(bare, retry(TestClients.policy()));
      for (Map.Entry<String, Step[]> script : scripts().entrySet()) {
        for (Case<?> handler : handlers()) {
          if (script.getKey().equals("after a broken 200") && handler.sawBrokenBody()) {
            continue;
          }
          Step[] steps = script.getValue();
          server.script("/", steps[steps.length - 1]);
          String expected = handler.read(CallKind.SEND, bare, get(server, "/"));
          for (CallKind shape : CallKind.values()) {
            server.script("/", steps);
            assertThat(handler.read(shape, client, get(server, "/")))
                .as("%s, %s, %s", shape, script.getKey(), handler)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1", "TLS_HTTP_1_OR_2"})
  void the_last_response_is_read_as_without_retries(Transport transport) throws Exception {
    HttpClient bare = TestClients.bare();
    Retry broke = Retry.of(TestClients.policy().build()).withBudget(RetryBudget.none());
    try (FaultyHttpServer server = FaultyHttpServer.start(transport)) {
      for (String body : List.of("", "busy", LONG)) {
        server.script("/", Step.reply(503, body));
        for (Case<?> handler : handlers()) {
          String expected = handler.read(CallKind.SEND, bare, get(server, "/"));
          for (CallKind shape : CallKind.values()) {
            RetryingHttpClient client = RetryingHttpClient.of(bare, broke);
            assertThat(handler.read(shape, client, get(server, "/")))
                .as("%s, %s, %s", shape, body.length(), handler)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_hundred_rejected_responses_use_one_connection(CallKind shape) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script(
          "/",
          (request, number) ->
              number % 2 == 1 ? Step.reply(503, "busy ".repeat(1000)) : Step.reply(200, "done"));
      RetryingHttpClient client = TestClients.retrying();
      for (int i = 0; i < 100; i++) {
        assertThat(shape.send(client, get(server, "/"), BodyHandlers.ofString()).body())
            .isEqualTo("done");
      }
      assertThat(server.requestLog().executedCount()).isEqualTo(200);
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_response_too_long_to_be_held_closes_only_its_own_connection(CallKind shape)
      throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script(
          "/",
          (request, number) ->
              number % 2 == 1 ? Step.reply(503, LONG.repeat(20)) : Step.reply(200, "done"));
      RetryingHttpClient client = TestClients.retrying();
      for (int i = 0; i < 10; i++) {
        assertThat(shape.send(client, get(server, "/"), BodyHandlers.ofString()).body())
            .isEqualTo("done");
      }
      assertThat(server.requestLog().executedCount()).isEqualTo(20);
      assertThat(server.requestLog().awaitConnectionsOpen(1, SOON)).isTrue();
    }
  }

  @Test
  @Tag("proof")
  void http_2_streams_are_released_when_a_response_is_rejected() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.TLS_HTTP_1_OR_2)) {
      server.script(
          "/",
          (request, number) ->
              number % 2 == 1 ? Step.reply(503, LONG.repeat(20)) : Step.reply(200, LONG));
      RetryingHttpClient client = TestClients.retrying();
      for (int i = 0; i < 15; i++) {
        assertThat(client.send(get(server, "/"), BodyHandlers.ofString()).body())
            .hasSize(LONG.length());
      }
      assertThat(server.requestLog().connectionsOpened()).isEqualTo(1);
    }
  }

  @Test
  void closes_results_that_the_policy_itself_retries() throws Exception {
    RetryPolicy policy =
        TestClients.policy()
            .retryOnResult(HttpResponse.class, response -> response.statusCode() == 202)
            .build();
    List<AtomicBoolean> closed = new ArrayList<>();
    BodyHandler<InputStream> handler =
        info ->
            BodySubscribers.mapping(
                BodySubscribers.ofInputStream(),
                stream -> {
                  AtomicBoolean flag = new AtomicBoolean();
                  closed.add(flag);
                  return new FilterInputStream(stream) {
                    @Override
                    public void close() throws IOException {
                      flag.set(true);
                      super.close();
                    }
                  };
                });
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.reply(202, LONG), Step.reply(202, LONG), Step.reply(200, "done"));
      RetryingHttpClient client = RetryingHttpClient.of(TestClients.bare(), Retry.of(policy));
      HttpResponse<InputStream> response = client.send(get(server, "/"), handler);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(closed).extracting(AtomicBoolean::get).containsExactly(true, true, false);
      response.body().close();
    }
  }

  @ParameterizedTest
  @EnumSource(CallKind.class)
  void a_handler_that_throws_is_not_called_again(CallKind shape) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    BodyHandler<String> broken =
        info -> {
          calls.incrementAndGet();
          throw new UnsupportedOperationException("a bug");
        };
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      RetryingHttpClient client = TestClients.retrying();
      assertThatThrownBy(() -> shape.send(client, get(server, "/"), broken))
          .hasStackTraceContaining("a bug");
      assertThat(calls).hasValue(1);
      server.script("/", Step.reply(503, "busy"));
      RetryingHttpClient patient = TestClients.retrying(TestClients.policy().maxAttempts(3));
      assertThatThrownBy(() -> shape.send(patient, get(server, "/"), broken))
          .hasStackTraceContaining("a bug");
      assertThat(calls).hasValue(2);
    }
  }

  @Test
  void a_result_has_the_response_and_the_number_of_attempts() throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1)) {
      server.script("/", Step.reply(503, "busy"), Step.reply(200, "done"));
      RetryingHttpClient client = TestClients.retrying();
      RetryResult<HttpResponse<String>> result =
          client.sendForResult(get(server, "/"), BodyHandlers.ofString());
      assertThat(result.succeeded()).isTrue();
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(result.value().body()).isEqualTo("done");
      CompletableFuture<RetryResult<HttpResponse<String>>> later =
          client.sendForResultAsync(get(server, "/"), BodyHandlers.ofString());
      assertThat(CallKind.got(later).value().body()).isEqualTo("done");
    }
  }
}
