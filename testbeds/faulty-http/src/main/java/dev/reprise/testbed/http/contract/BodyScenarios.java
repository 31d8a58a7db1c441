package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.RefusingPort;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Incomplete and rejected response bodies, and request bodies that can be sent only once. */
abstract class BodyScenarios extends FaultScenarios {

  BodyScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_reset_in_the_body_is_retried() throws Exception {
    server.script("/a", Faults.resetInBody(BODY, 5), ok());

    assertOk(get("/a"));
    assertExecuted(2);
  }

  @Test
  void a_body_cut_short_is_retried() throws Exception {
    server.script("/a", Faults.closeInBody(BODY, 5), ok());

    assertOk(get("/a"));
    assertExecuted(2);
  }

  // Not in one test: a pool may use a connection again that is about to close, which costs
  // attempts.
  @Test
  void a_chunked_body_cut_short_is_retried() throws Exception {
    server.script("/a", Faults.closeInChunks(BODY, 5), ok());

    assertOk(get("/a"));
    assertExecuted(2);
  }

  @Test
  void a_long_rejected_body_is_skipped_and_the_last_one_is_complete() throws Exception {
    String page = "sorry ".repeat(50_000);
    server.script("/a", (request, number) -> Step.reply(503, page + number));

    assertEquals(new HttpTestClient.Response(503, page + "4"), get("/a"));
    assertExecuted(ATTEMPTS);
  }

  @Test
  void an_incomplete_rejected_body_is_skipped() throws Exception {
    server.script("/a", Step.reply(500, BODY), Faults.closeInBody(BODY, 3), ok());

    assertOk(get("/a"));
    assertExecuted(3);
  }

  @TestFactory
  Stream<DynamicTest> a_body_that_can_be_sent_once_is_sent_once() {
    return where(
        subject.sendsBodiesOnce(),
        () -> {
          server.script("/a", Step.reply(429, "later"), ok());
          ClientRequest request = ClientRequest.post(server.uri("/a"), ORDER).once();

          assertEquals(new HttpTestClient.Response(429, "later"), with(policy()).send(request));
          assertExecuted(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_body_of_which_there_is_a_copy_is_sent_again() {
    return where(
        !subject.sendsBodiesOnce(),
        () -> {
          server.script("/a", Step.reply(429, "later"), ok());

          assertOk(with(policy()).send(ClientRequest.post(server.uri("/a"), ORDER).once()));
          assertEquals(
              List.of(ORDER, ORDER),
              server.requestLog().executed().stream().map(ReceivedRequest::body).toList());
        });
  }

  @Test
  void a_body_whose_sending_has_not_started_can_still_be_sent() throws Exception {
    try (RefusingPort port = FaultyHttpServer.refusingPort()) {
      HttpTestClient refused = with(policy());

      assertThrows(
          Exception.class, () -> refused.send(ClientRequest.post(port.uri("/a"), ORDER).once()));
      assertEquals(ATTEMPTS, attempts.count());
    }
  }
}
