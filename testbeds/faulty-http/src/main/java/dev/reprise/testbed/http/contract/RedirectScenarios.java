package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.testbed.http.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Redirects, which the client follows within an attempt. */
abstract class RedirectScenarios extends FaultScenarios {

  RedirectScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_request_is_retried_after_a_redirect() throws Exception {
    server.script("/a", Step.redirect(302, "/b"));
    server.script("/b", Step.reply(503), ok());

    assertOk(get("/a"));
    assertEquals(2, received("/b"));
  }

  @TestFactory
  Stream<DynamicTest> a_post_is_not_sent_again_for_a_failure_after_its_redirect() {
    return where(
        subject.showsRedirects(),
        () -> {
          server.script("/a", Step.redirect(303, "/b"));
          server.script("/b", Step.reply(429), ok());

          post("/a");

          assertEquals(1, received("/a"));
        });
  }

  private long received(String path) {
    return server.requestLog().received().stream()
        .filter(request -> request.path().equals(path))
        .count();
  }
}
