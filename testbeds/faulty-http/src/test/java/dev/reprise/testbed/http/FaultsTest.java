package dev.reprise.testbed.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FaultsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Map<String, Supplier<Step>> WITHOUT_EFFECT =
      Map.of("closeOnArrival", Faults::closeOnArrival, "resetOnArrival", Faults::resetOnArrival);

  private static final Map<String, Supplier<Step>> WITH_EFFECT =
      Map.of(
          "closeWithoutResponse", Faults::closeWithoutResponse,
          "resetWithoutResponse", Faults::resetWithoutResponse,
          "resetInHeaders", Faults::resetInHeaders,
          "resetInBody", () -> Faults.resetInBody("0123456789", 4),
          "closeInBody", () -> Faults.closeInBody("0123456789", 4),
          "closeInChunks", () -> Faults.closeInChunks("0123456789", 4),
          "malformedStatus", Faults::malformedStatus,
          "malformedHeader", Faults::malformedHeader);

  static Stream<Arguments> withoutEffect() {
    return onEachWire(WITHOUT_EFFECT);
  }

  static Stream<Arguments> withEffect() {
    return onEachWire(WITH_EFFECT);
  }

  private static Stream<Arguments> onEachWire(Map<String, Supplier<Step>> faults) {
    return Arrays.stream(ServerMode.values())
        .flatMap(mode -> faults.keySet().stream().sorted().map(name -> Arguments.of(mode, name)));
  }

  @ParameterizedTest
  @MethodSource
  void withoutEffect(ServerMode mode, String fault) throws Exception {
    failsThenRecovers(mode, WITHOUT_EFFECT.get(fault).get(), 0);
  }

  @ParameterizedTest
  @MethodSource
  void withEffect(ServerMode mode, String fault) throws Exception {
    failsThenRecovers(mode, WITH_EFFECT.get(fault).get(), 1);
  }

  /** Uses POST, which the client of the JDK does not send again by itself. */
  private static void failsThenRecovers(ServerMode mode, Step fault, int executed)
      throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/x", fault, Step.reply(200, "well"));
      HttpClient client = TestClients.client(mode.protocol());
      assertThatThrownBy(() -> TestClients.post(client, server, "/x", "body"))
          // The client of the JDK, up to version 25, throws NumberFormatException for a malformed
          // status.
          .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
      assertThat(server.requestLog().receivedCount()).isEqualTo(1);
      assertThat(server.requestLog().executedCount()).isEqualTo(executed);

      HttpClient other = TestClients.client(mode.protocol());
      assertThat(TestClients.post(other, server, "/x", "body").body()).isEqualTo("well");
      assertThat(server.requestLog().executedCount()).isEqualTo(executed + 1);
      assertThat(server.requestLog().abandoned()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_log_records_an_abandoned_stalled_request(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/x", Faults.stall());
      HttpRequest request = HttpRequest.newBuilder(server.uri("/x")).build();
      CompletableFuture<HttpResponse<String>> answer =
          TestClients.client(mode.protocol()).sendAsync(request, BodyHandlers.ofString());
      assertThat(server.awaitStalled(1, PATIENCE)).isTrue();
      answer.cancel(true);
      assertThat(server.requestLog().awaitAbandoned(1, PATIENCE)).isTrue();
      server.release();
      assertThat(server.requestLog().executedCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_response_can_arrive_before_the_request_is_read(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/x", Step.reply(413, "too much").withoutReading());
      HttpClient client = TestClients.client(mode.protocol());
      HttpResponse<String> answer = TestClients.post(client, server, "/x", "body");
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(server.requestLog().receivedCount()).isEqualTo(1);
      assertThat(server.requestLog().executedCount()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_redirect_contains_its_location(ServerMode mode) throws Exception {
    try (FaultyHttpServer server = mode.start()) {
      server.script("/old", Step.redirect(307, "/new"));
      HttpClient client = TestClients.client(mode.protocol());
      HttpResponse<String> answer = TestClients.get(client, server, "/old");
      assertThat(answer.statusCode()).isEqualTo(307);
      assertThat(answer.headers().firstValue("location")).contains("/new");
    }
  }
}
