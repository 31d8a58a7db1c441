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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/**
 * An area of a contract: scenarios of one topic. Each scenario has its own server, and its clients
 * are closed after it.
 */
abstract class FaultScenarios {

  static final String BODY = "the whole of the response";
  static final String ORDER = "one order";
  static final Duration SOON = Duration.ofSeconds(10);
  static final int ATTEMPTS = 4;

  final ClientUnderTest subject;
  final AttemptRecorder attempts = new AttemptRecorder();
  FaultyHttpServer server;
  private final List<HttpTestClient> clients = new ArrayList<>();

  FaultScenarios(ClientUnderTest subject) {
    this.subject = subject;
  }

  @BeforeEach
  final void startServer() throws IOException {
    server = FaultyHttpServer.start(subject.transport());
  }

  @AfterEach
  final void assertConnectionsClosed() throws InterruptedException {
    clients.forEach(HttpTestClient::close);
    boolean allClosed =
        !subject.closesConnections()
            || server.requestLog().awaitConnectionsOpen(0, SOON.multipliedBy(3));
    server.close();
    assertTrue(allClosed, "connections open after the client was closed");
  }

  static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(ATTEMPTS)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .within(Duration.ofSeconds(30));
  }

  /**
   * Returns a policy whose attempts end soon. A slow machine can exceed the timeout in attempts
   * that nothing delays too, so there are enough of them, and a scenario claims the least number
   * only.
   */
  static RetryPolicyBuilder impatient() {
    return policy().maxAttempts(20).attemptTimeout(Duration.ofMillis(400));
  }

  final HttpTestClient with(RetryPolicyBuilder policy) {
    return with(policy, true);
  }

  final HttpTestClient with(RetryPolicyBuilder policy, boolean trusting) {
    Retry retry =
        Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withListener(attempts);
    HttpTestClient client = subject.factory().create(retry, trusting);
    clients.add(client);
    return client;
  }

  final HttpTestClient.Response get(String path) throws Exception {
    return with(policy()).send(ClientRequest.get(server.uri(path)));
  }

  final HttpTestClient.Response post(String path) throws Exception {
    return with(policy()).send(ClientRequest.post(server.uri(path), ORDER));
  }

  static void assertOk(HttpTestClient.Response response) {
    assertEquals(new HttpTestClient.Response(200, BODY), response);
  }

  static Step ok() {
    return Step.reply(200, BODY);
  }

  final void assertExecuted(int times) {
    assertEquals(times, server.requestLog().executedCount());
  }

  final void assertExecutedAtLeast(int times) {
    long executed = server.requestLog().executedCount();
    assertTrue(executed >= times, () -> "executed " + executed + " times");
  }

  final void assertExecutedAtMost(int times) {
    long executed = server.requestLog().executedCount();
    assertTrue(executed <= times, () -> "executed " + executed + " times");
  }

  /**
   * Returns one test if the condition holds, otherwise none: a skipped test would fail the build.
   */
  static Stream<DynamicTest> where(boolean applies, Executable test) {
    return applies ? Stream.of(DynamicTest.dynamicTest("here", test)) : Stream.empty();
  }
}
