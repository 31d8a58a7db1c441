package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Header fields with the time of the next attempt. */
abstract class HintScenarios extends FaultScenarios {

  HintScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void every_form_of_hint_is_read() throws Exception {
    String date = "Sat, 21 Nov 2026 19:25:34 GMT";
    assertHint(7, "Retry-After", "7");
    assertHint(90, "Date", date, "Retry-After", "Sat, 21 Nov 2026 19:27:04 GMT");
    assertHint(90, "Date", date, "Retry-After", "Saturday, 21-Nov-26 19:27:04 GMT");
    assertHint(90, "Date", date, "Retry-After", "Sat Nov 21 19:27:04 2026");
    assertHint(30, "RateLimit", "\"hourly\";r=0;t=30");
    assertHint(20, "RateLimit-Remaining", "0", "RateLimit-Reset", "20");
    assertHint(Long.MAX_VALUE / 1_000_000_000, "Retry-After", "9".repeat(30));
  }

  private void assertHint(long seconds, String... headers) throws Exception {
    server.script("/hint", Step.reply(429, "", headers));
    AttemptRecorder recorder = new AttemptRecorder();
    RetryPolicy impatient = policy().within(Duration.ofSeconds(5)).build();
    try (HttpTestClient client =
        subject.factory().create(Retry.of(impatient).withListener(recorder), true)) {
      assertEquals(429, client.send(ClientRequest.get(server.uri("/hint"))).status());
    }
    assertEquals(
        seconds, recorder.firstVerdict().hintNanos() / 1_000_000_000, List.of(headers)::toString);
    assertEquals(1, recorder.count(), List.of(headers)::toString);
  }

  @Test
  void a_hint_without_a_wait_does_not_change_the_backoff() throws Exception {
    server.script(
        "/a",
        Step.reply(429, "", "Retry-After", "-5"),
        Step.reply(429, "", "Retry-After", "soon"),
        Step.reply(429, "", "Retry-After", "Sat, 21 Nov 2020 19:27:04 GMT"),
        ok());

    assertOk(get("/a"));
    assertExecuted(4);
  }
}
