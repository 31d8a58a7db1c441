package dev.reprise.jdkhttp;

import static dev.reprise.jdkhttp.TestClients.get;
import static dev.reprise.jdkhttp.TestClients.post;
import static dev.reprise.jdkhttp.TestClients.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests each fault, with the transports and ways to send that a subclass chooses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultMatrix {

  static final String PATH = "/faulty";
  static final Map<Transport, FaultyHttpServer> SERVERS = new EnumMap<>(Transport.class);
  static final Map<Transport, RetryingHttpClient> CLIENTS = new EnumMap<>(Transport.class);
  static final Map<Transport, RetryingHttpClient> KEYED = new EnumMap<>(Transport.class);

  @BeforeAll
  static void start() throws IOException {
    for (Transport transport : Transport.values()) {
      SERVERS.put(transport, FaultyHttpServer.start(transport));
      HttpClient bare = TestClients.bare();
      CLIENTS.put(transport, RetryingHttpClient.of(bare, retry(TestClients.policy())));
      RetryPolicyBuilder keyed = TestClients.policy().idempotency(Idempotency.KEYED);
      KEYED.put(transport, RetryingHttpClient.of(bare, retry(keyed)));
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(FaultyHttpServer::close);
  }

  @BeforeEach
  void clear() {
    SERVERS.values().forEach(server -> server.requestLog().clear());
  }

  /** The stage of the exchange in which a fault happens. */
  enum Place {
    ANSWER,
    CONNECTION,
    STREAM
  }

  /** A fault of a server, with its number in the list. */
  record Fault(int number, Place place, String name, Step step) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns true if a fault is tried with a transport and a kind of call. */
  abstract boolean tries(Fault fault, Transport transport, CallKind shape);

  private static final class Faulty {

    private final List<Fault> faults = new ArrayList<>();

    Faulty add(Place place, String name, Step step) {
      faults.add(new Fault(faults.size(), place, name, step));
      return this;
    }
  }

  /** Faults with an unknown effect. */
  private static Faulty unknownEffect() {
    return new Faulty()
        .add(Place.CONNECTION, "close without a response", Faults.closeWithoutResponse())
        .add(Place.CONNECTION, "reset without a response", Faults.resetWithoutResponse())
        .add(Place.CONNECTION, "reset in the headers", Faults.resetInHeaders())
        .add(Place.CONNECTION, "reset in the body", Faults.resetInBody("hello world", 4))
        .add(Place.CONNECTION, "close in the body", Faults.closeInBody("hello world", 4))
        .add(Place.CONNECTION, "close in chunks", Faults.closeInChunks("hello world", 4))
        .add(Place.ANSWER, "500", Step.reply(500, "broken"))
        .add(Place.ANSWER, "502", Step.reply(502, "bad gateway"))
        .add(Place.ANSWER, "503", Step.reply(503, "busy", "Retry-After", "0"))
        .add(Place.ANSWER, "504", Step.reply(504))
        .add(Place.ANSWER, "408", Step.reply(408, "slow"))
        .add(
            Place.ANSWER,
            "503 after 103",
            Step.reply(503, "busy").afterInterim(103, "Link", "</a>"))
        .add(Place.STREAM, "cancelled stream", Http2Faults.resetStream(ErrorCode.CANCEL))
        .add(
            Place.STREAM,
            "stream in error",
            Http2Faults.resetStreamInBody("abc", ErrorCode.INTERNAL_ERROR))
        .add(Place.STREAM, "calm", Http2Faults.resetStream(ErrorCode.ENHANCE_YOUR_CALM))
        .add(Place.STREAM, "went away", Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR));
  }

  /** Responses that report that nothing was done. */
  private static Faulty noEffect() {
    return new Faulty()
        .add(Place.ANSWER, "429", Step.reply(429, "too many"))
        .add(Place.ANSWER, "429 with seconds", Step.reply(429, "too many", "Retry-After", "0"))
        .add(
            Place.ANSWER,
            "429 with a date",
            Step.reply(429, "", "Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"))
        .add(Place.ANSWER, "429 with a limit", Step.reply(429, "", "RateLimit-Reset", "0"))
        .add(Place.ANSWER, "429 with nonsense", Step.reply(429, "", "Retry-After", "soon"))
        .add(Place.ANSWER, "425", Step.reply(425));
  }

  Stream<Arguments> unknown() {
    return cases(unknownEffect());
  }

  Stream<Arguments> none() {
    return cases(noEffect());
  }

  private Stream<Arguments> cases(Faulty list) {
    List<Arguments> cases = new ArrayList<>();
    for (Transport transport : Transport.values()) {
      for (CallKind shape : CallKind.values()) {
        list.faults.stream()
            .filter(fault -> tries(fault, transport, shape))
            .forEach(fault -> cases.add(Arguments.of(transport, shape, fault)));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource({"unknown", "none"})
  final void a_get_is_retried_until_it_succeeds(Transport transport, CallKind shape, Fault fault)
      throws Exception {
    FaultyHttpServer server = SERVERS.get(transport);
    server.script(PATH, (request, number) -> number <= 3 ? fault.step() : Step.reply(200, "done"));
    HttpResponse<String> response =
        shape.send(CLIENTS.get(transport), get(server, PATH), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("done");
    assertThat(server.requestLog().executedCount()).isEqualTo(4);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("unknown")
  final void a_post_that_may_have_had_an_effect_is_sent_once(
      Transport transport, CallKind shape, Fault fault) {
    FaultyHttpServer server = SERVERS.get(transport);
    server.script(PATH, (request, number) -> number <= 1 ? fault.step() : Step.reply(200, "twice"));
    String body;
    try {
      body = shape.send(CLIENTS.get(transport), post(server, PATH), BodyHandlers.ofString()).body();
    } catch (Exception failure) {
      body = "failed";
    }
    assertThat(body).isNotEqualTo("twice");
    assertThat(server.requestLog().executedCount()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("none")
  final void a_post_without_effect_is_retried(Transport transport, CallKind shape, Fault fault)
      throws Exception {
    FaultyHttpServer server = SERVERS.get(transport);
    server.script(
        PATH,
        fault.step(),
        fault.step(),
        Step.computed(request -> Step.reply(200, request.body())));
    HttpResponse<String> response =
        shape.send(CLIENTS.get(transport), post(server, PATH), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("body");
    assertThat(server.requestLog().executedCount()).isEqualTo(3);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("unknown")
  final void a_post_with_a_key_is_retried_with_the_same_key(
      Transport transport, CallKind shape, Fault fault) throws Exception {
    FaultyHttpServer server = SERVERS.get(transport);
    server.script(
        PATH,
        fault.step(),
        fault.step(),
        Step.computed(request -> Step.reply(201, request.body())));
    HttpResponse<String> response =
        shape.send(KEYED.get(transport), post(server, PATH), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.body()).isEqualTo("body");
    assertThat(server.requestLog().executed())
        .hasSize(3)
        .extracting(request -> request.header("Idempotency-Key").orElseThrow())
        .allMatch(key -> key.startsWith("\"") && key.length() > 30)
        .containsOnly(
            server.requestLog().executed().get(0).header("Idempotency-Key").orElseThrow());
  }
}
