package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Retries by status and method, including interim and malformed responses. */
abstract class StatusScenarios extends FaultScenarios {

  StatusScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_successful_response_is_returned() throws Exception {
    server.script("/a", ok());

    assertOk(get("/a"));
    assertExecuted(1);
  }

  @TestFactory
  Stream<DynamicTest> an_interim_response_is_not_returned() {
    return where(
        subject.skipsInterimResponses(),
        () -> {
          server.script("/a", ok().afterInterim(103));

          assertOk(get("/a"));
          assertExecuted(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_response_after_an_interim_one_is_retried_by_its_status() {
    return where(
        subject.skipsInterimResponses(),
        () -> {
          server.script("/a", Step.reply(503).afterInterim(103), ok());

          assertOk(get("/a"));
          assertExecuted(2);
        });
  }

  @Test
  void a_429_is_retried_for_a_post_too() throws Exception {
    server.script("/a", Step.reply(429, "", "Retry-After", "0"), ok());

    assertOk(post("/a"));
    assertExecuted(2);
  }

  @Test
  void a_503_is_not_retried_for_a_post() throws Exception {
    server.script("/a", Step.reply(503, "maybe"), ok());

    assertEquals(new HttpTestClient.Response(503, "maybe"), post("/a"));
    assertExecuted(1);
  }

  @Test
  void a_post_with_a_malformed_response_is_not_sent_again() {
    server.script("/a", Faults.malformedStatus(), ok());

    assertThrows(Exception.class, () -> post("/a"));
    assertEquals(1, attempts.count());
    assertExecuted(1);
  }
}
