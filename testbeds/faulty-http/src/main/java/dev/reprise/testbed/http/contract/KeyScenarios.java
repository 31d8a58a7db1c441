package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Idempotency keys, which make a POST retryable. */
abstract class KeyScenarios extends FaultScenarios {

  KeyScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_post_with_a_key_of_the_caller_is_retried_with_it() throws Exception {
    server.script("/a", Faults.resetInHeaders(), ok());
    ClientRequest request = ClientRequest.post(server.uri("/a"), ORDER).withKey("\"k-1\"");

    assertOk(with(policy()).send(request));
    assertEquals(List.of("\"k-1\"", "\"k-1\""), keys());
    assertEquals(
        List.of(ORDER, ORDER),
        server.requestLog().executed().stream().map(ReceivedRequest::body).toList());
  }

  @Test
  void a_blank_key_does_not_make_a_post_retryable() {
    server.script("/a", Faults.resetInHeaders(), ok());
    HttpTestClient client = with(policy());

    List<String> keys =
        subject.sendsBlankFields() ? List.of("", "  ", "\"\"") : List.of("", "\"\"");
    for (String blank : keys) {
      ClientRequest request = ClientRequest.post(server.uri("/a"), ORDER).withKey(blank);
      server.requestLog().clear();
      server.script("/a", Faults.resetInHeaders(), ok());
      assertThrows(Exception.class, () -> client.send(request));
      assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
      assertExecuted(1);
    }
  }

  @Test
  void a_policy_with_keys_adds_one_key_to_all_attempts_of_a_post() throws Exception {
    server.script("/a", Faults.resetInHeaders(), Step.reply(503), ok());
    RetryPolicyBuilder keyed = policy().idempotency(Idempotency.KEYED);

    assertOk(with(keyed).send(ClientRequest.post(server.uri("/a"), ORDER)));
    assertEquals(3, keys().size());
    assertEquals(1, keys().stream().distinct().count());
    assertTrue(keys().get(0).matches("\"[!-~&&[^\"]]{16,}\""), keys().get(0));
  }

  private List<String> keys() {
    return server.requestLog().executed().stream()
        .map(request -> request.header("Idempotency-Key"))
        .flatMap(Optional::stream)
        .toList();
  }
}
