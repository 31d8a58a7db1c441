package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Stalled and slow servers, with an attempt timeout or a deadline. */
abstract class TimeoutScenarios extends FaultScenarios {

  TimeoutScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_stalled_response_ends_at_the_attempt_timeout() throws Exception {
    server.script("/a", Faults.stall(), ok());

    assertOk(with(impatient()).send(ClientRequest.get(server.uri("/a"))));
    assertExecutedAtLeast(2);
    assertTrue(server.requestLog().awaitAbandoned(1, SOON));
  }

  @Test
  void a_post_that_timed_out_is_not_sent_again() {
    server.script("/a", Faults.stall(), ok());

    assertThrows(
        Exception.class, () -> with(impatient()).send(ClientRequest.post(server.uri("/a"), ORDER)));
    assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
    assertExecutedAtMost(1);
  }

  @TestFactory
  Stream<DynamicTest> slow_headers_end_at_the_attempt_timeout() {
    return where(
        subject.transport() == Transport.HTTP_1,
        () -> {
          RetryPolicyBuilder policy = impatient().maxAttempts(2);

          try (SlowHeaderServer slow = SlowHeaderServer.ofHeaders()) {
            assertThrows(
                Exception.class, () -> with(policy).send(ClientRequest.get(slow.uri("http"))));
            assertEquals(2, attempts.count());
            assertEquals(2, slow.accepted());
          }
        });
  }

  @Test
  void a_stalled_body_ends_at_the_attempt_timeout() throws Exception {
    server.script("/a", Faults.stallInBody(BODY, 5), ok());

    assertOk(with(impatient()).send(ClientRequest.get(server.uri("/a"))));
    assertExecutedAtLeast(2);
  }

  @Test
  void a_slow_body_ends_at_the_attempt_timeout() throws Exception {
    server.script("/a", Step.slowBody(BODY.repeat(20), 1, Duration.ofMillis(50)), ok());

    assertOk(with(impatient()).send(ClientRequest.get(server.uri("/a"))));
    assertExecutedAtLeast(2);
  }

  @Test
  void the_deadline_ends_the_last_attempt() throws Exception {
    server.script("/a", Faults.stall());
    RetryPolicyBuilder policy = policy().within(Duration.ofMillis(400));

    assertThrows(Exception.class, () -> with(policy).send(ClientRequest.get(server.uri("/a"))));
    assertEquals(StopReason.DEADLINE, attempts.stopReason());
    assertTrue(server.requestLog().awaitAbandoned(1, SOON));
    assertExecutedAtMost(1);
  }
}
