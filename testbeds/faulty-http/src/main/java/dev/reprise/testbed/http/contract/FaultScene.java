package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** A server, the clients of a test, and what is asserted of them. */
abstract class FaultScene {

  static final String BODY = "the whole of the answer";
  static final String ORDER = "one order";
  static final Duration SOON = Duration.ofSeconds(10);
  static final int ATTEMPTS = 4;

  final Attempts attempts = new Attempts();
  FaultyHttpServer server;
  private final List<HttpTestClient> clients = new ArrayList<>();

  /**
   * What the server speaks.
   *
   * @return the same each time
   */
  protected abstract Transport transport();

  /**
   * The client under test.
   *
   * @param retry its policy is left as it is
   * @param trusting whether it trusts {@link FaultyHttpServer#clientTrust}; if not it has the trust
   *     of the machine
   * @return a new client
   */
  protected abstract HttpTestClient client(Retry retry, boolean trusting);

  /**
   * Whether the client knows if an attempt that failed had begun to send its request.
   *
   * @return true unless overridden
   */
  protected boolean knowsWhatWasSent() {
    return true;
  }

  /**
   * Whether closing the client closes its connections.
   *
   * @return true unless overridden
   */
  protected boolean closesConnections() {
    return true;
  }

  @BeforeEach
  final void startServer() throws IOException {
    server = FaultyHttpServer.start(transport());
  }

  @AfterEach
  final void endsWithoutOpenConnections() throws InterruptedException {
    clients.forEach(HttpTestClient::close);
    boolean allClosed = !closesConnections() || server.journal().awaitConnectionsOpen(0, SOON);
    server.close();
    assertTrue(allClosed, "connections open after the client was closed");
  }

  static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(ATTEMPTS)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(30));
  }

  HttpTestClient with(RetryPolicyBuilder policy) {
    return with(policy, true);
  }

  HttpTestClient with(RetryPolicyBuilder policy, boolean trusting) {
    Retry retry =
        Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withListener(attempts);
    HttpTestClient client = client(retry, trusting);
    clients.add(client);
    return client;
  }

  HttpTestClient.Answer get(String path) throws Exception {
    return with(policy()).send(Ask.get(server.uri(path)));
  }

  HttpTestClient.Answer post(String path) throws Exception {
    return with(policy()).send(Ask.post(server.uri(path), ORDER));
  }

  void assertOk(HttpTestClient.Answer answer) {
    assertEquals(new HttpTestClient.Answer(200, BODY), answer);
  }

  static Step ok() {
    return Step.reply(200, BODY);
  }

  void assertExecuted(int times) {
    assertEquals(times, server.journal().executedCount());
  }

  /** One test where it makes sense, none elsewhere: it would be skipped for ever. */
  static Stream<DynamicTest> where(boolean makesSense, Executable test) {
    return makesSense ? Stream.of(DynamicTest.dynamicTest("here", test)) : Stream.empty();
  }

  boolean isTls() {
    return transport() == Transport.TLS_HTTP_1 || transport() == Transport.TLS_HTTP_1_OR_2;
  }
}
