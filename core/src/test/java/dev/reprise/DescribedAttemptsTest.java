package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.AttemptRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DescribedAttemptsTest {

  private static final Retry RETRY =
      Retry.of(
          RetryPolicy.builder()
              .maxAttempts(2)
              .backoff(Backoff.fixed(Duration.ofNanos(1)))
              .retryOn(IOException.class)
              .retryOnResult("negative", Integer.class, number -> number < 0)
              .build());

  private static List<String> outcomes(RetryResult<?> result) {
    return result.report().records().stream().map(AttemptRecord::outcome).toList();
  }

  @Test
  void results_and_failures_contain_their_descriptions() {
    Retry described = RETRY.describingAttempts("GET a", result -> "GET a " + result);
    int[] attempts = {0};

    RetryResult<Integer> result =
        described.execute(
            () -> {
              if (attempts[0]++ == 0) {
                return -7;
              }
              throw new IOException("broken");
            });

    assertEquals(List.of("GET a -7", "GET a: java.io.IOException: broken"), outcomes(result));
  }

  @Test
  void failures_keep_their_earlier_descriptions() {
    Retry described =
        RETRY.describingFailures(failure -> "redacted").describingAttempts("GET a", result -> null);

    RetryResult<Integer> failed =
        described.execute(
            () -> {
              throw new IOException("secret");
            });
    RetryResult<Integer> rejected = described.execute(() -> -1);

    assertEquals(List.of("GET a: redacted", "GET a: redacted"), outcomes(failed));
    assertEquals(List.of("result rejected", "result rejected"), outcomes(rejected));
  }

  @Test
  void a_description_that_throws_or_has_several_lines_causes_no_failure() {
    Retry throwing =
        RETRY.describingAttempts(
            "GET a",
            result -> {
              throw new IllegalStateException("a bug");
            });
    assertEquals("result rejected", outcomes(throwing.execute(() -> -1)).get(0));

    Retry foreign =
        RETRY.describingAttempts("a\nb\u202e", result -> "x\r\n" + "y".repeat(1_000_000));
    String words = outcomes(foreign.execute(() -> -1)).get(0);
    assertTrue(words.startsWith("x\\r\\nyyy"), words);
    assertTrue(words.length() < 400, () -> words.length() + " characters");
  }

  @Test
  void events_contain_the_description_too() {
    List<String> heard = new ArrayList<>();
    Retry described =
        RETRY
            .withListener(
                event -> {
                  if (event instanceof RetryEvent.AttemptFinished finished) {
                    heard.add(finished.toString());
                  }
                })
            .describingAttempts("GET a", result -> "GET a 503");

    int unused = described.execute(() -> -1).attempts();

    assertTrue(heard.get(0).contains("GET a 503"), heard.get(0));
    assertFalse(heard.get(0).contains("-1"), heard.get(0));
  }
}
