package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryResultTest {

  @Test
  void reports_success() {
    RetryReport report = report(StopReason.SUCCEEDED);
    RetryResult<String> result = new RetryResult<>(Outcome.returned("ok"), report);

    assertTrue(result.succeeded());
    assertEquals("ok", result.value());
    assertNull(result.failure());
    assertEquals(4, result.attempts());
    assertEquals(StopReason.SUCCEEDED, result.stopReason());
    assertEquals(Duration.ofSeconds(2), result.elapsed());
    assertSame(report, result.report());
    assertEquals(report.toString(), result.toString());
  }

  @Test
  void reports_failure_with_the_same_instance() {
    IOException failure = new IOException();
    RetryResult<String> result =
        new RetryResult<>(Outcome.threw(failure), report(StopReason.DEADLINE));

    assertFalse(result.succeeded());
    assertNull(result.value());
    assertSame(failure, result.failure());
    assertEquals(StopReason.DEADLINE, result.stopReason());
  }

  @Test
  void has_the_last_rejected_result() {
    RetryResult<String> result =
        new RetryResult<>(Outcome.returned("busy"), report(StopReason.ATTEMPTS));

    assertFalse(result.succeeded());
    assertEquals("busy", result.value());
    assertNull(result.failure());
  }

  @Test
  void the_exception_for_a_rejected_result_contains_the_result() {
    ResultRejectedException rejected = new ResultRejectedException("busy", 3, StopReason.ATTEMPTS);

    assertEquals("busy", rejected.result());
    assertEquals(StopReason.ATTEMPTS, rejected.stopReason());
    assertEquals(
        "result rejected after 3 attempts (attempts used up), of type java.lang.String",
        rejected.getMessage());
    assertEquals(
        "result rejected after 1 attempt (budget), of type null",
        new ResultRejectedException(null, 1, StopReason.BUDGET).getMessage());
  }

  private static RetryReport report(StopReason reason) {
    return new RetryReport("orders", 4, reason, 2_000_000_000L, List.of(), 0, 0);
  }
}
