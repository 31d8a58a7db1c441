package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.decision.StopReason;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.Step;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers that fail permanently, and many concurrent calls. */
abstract class StormScenarios extends FaultScenarios {

  StormScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void permanent_503_ends_with_the_last_response_on_one_connection() throws Exception {
    server.script("/a", (request, number) -> Step.reply(503, "overloaded " + number));

    assertEquals(new HttpTestClient.Response(503, "overloaded 4"), get("/a"));
    assertEquals(StopReason.ATTEMPTS, attempts.stopReason());
    assertExecuted(ATTEMPTS);
    if (subject.freesConnectionsBeforeTheEnd()) {
      assertEquals(1, server.requestLog().connectionsOpened());
    }
  }

  @Test
  void all_of_many_concurrent_calls_succeed() throws Exception {
    server.script("/many", (request, number) -> number % 10 < 3 ? failing(number) : ok());
    // Some clients can lose a request when another connection breaks, and then wait forever.
    HttpTestClient client = with(policy().maxAttempts(20).attemptTimeout(Duration.ofSeconds(5)));
    URI uri = server.uri("/many");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<HttpTestClient.Response>> responses =
          IntStream.range(0, 120)
              .mapToObj(i -> threads.submit(() -> client.send(ClientRequest.get(uri))))
              .toList();
      for (Future<HttpTestClient.Response> response : responses) {
        assertOk(response.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Step failing(int number) {
    return switch (number % 3) {
      case 0 -> Step.reply(503, "busy");
      case 1 -> Faults.resetInBody(BODY, 5);
      default -> Step.reply(429, "later", "Retry-After", "0");
    };
  }
}
