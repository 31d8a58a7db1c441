package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.RefusingPort;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Refused connections, reset connections, and failed TLS handshakes. */
abstract class ConnectionScenarios extends FaultScenarios {

  ConnectionScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_refused_connection_is_retried_for_a_get_and_for_a_post() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpTestClient refused = with(policy());

      assertThrows(Exception.class, () -> refused.send(ClientRequest.get(port.uri("/a"))));
      assertEquals(ATTEMPTS, attempts.count());
      assertEquals(StopReason.ATTEMPTS, attempts.stopReason());

      assertThrows(Exception.class, () -> refused.send(ClientRequest.post(port.uri("/a"), ORDER)));
      assertEquals(2 * ATTEMPTS, attempts.count());
    }
  }

  @Test
  void a_connection_that_is_reset_on_arrival_is_opened_again() throws Exception {
    server.script("/a", ok());
    server.resetNextConnections(2);

    assertOk(get("/a"));
    assertExecuted(1);
    assertEquals(3, server.requestLog().connectionsOpened());
  }

  @Test
  void a_reset_in_the_headers_is_retried_for_a_get() throws Exception {
    server.script("/a", Faults.resetInHeaders(), ok());

    assertOk(get("/a"));
    assertEquals(2, attempts.count());
    assertExecuted(2);
  }

  @Test
  void a_reset_in_the_headers_is_not_retried_for_a_post() {
    server.script("/a", Faults.resetInHeaders(), ok());

    assertThrows(Exception.class, () -> post("/a"));
    assertEquals(1, attempts.count());
    assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
    assertExecuted(1);
  }

  @TestFactory
  Stream<DynamicTest> an_incomplete_handshake_is_repeated_for_a_post() {
    return where(
        subject.isTls() && subject.knowsWhatWasSent(),
        () -> {
          server.script("/a", ok());
          server.resetNextConnections(2);

          assertOk(post("/a"));
          assertExecuted(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_stalled_handshake_is_repeated_for_a_post() {
    return where(
        subject.isTls() && subject.knowsWhatWasSent(),
        () -> {
          RetryPolicyBuilder policy = impatient().maxAttempts(2);

          try (SlowHeaderServer silent = SlowHeaderServer.silent()) {
            assertThrows(
                Exception.class,
                () -> with(policy).send(ClientRequest.post(silent.uri("https"), ORDER)));
            assertEquals(2, attempts.count());
            assertEquals(2, silent.accepted());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> an_untrusted_certificate_is_not_retried() {
    return where(
        subject.isTls(),
        () -> {
          assertThrows(
              Exception.class,
              () -> with(policy(), false).send(ClientRequest.get(server.uri("/a"))));
          assertEquals(1, attempts.count());
          assertEquals(1, server.requestLog().connectionsOpened());
        });
  }
}
