package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTextTest {

  private static final long MS = 1_000_000;

  @Test
  void tells_why_the_call_ended_then_each_attempt_in_columns() {
    RetryReport report =
        new RetryReport(
            "orders",
            12,
            StopReason.DEADLINE,
            29_412 * MS,
            List.of(
                attempt(1, 0, 1_003 * MS, "java.net.ConnectException: refused", 93_100_000),
                attempt(9, 14_210 * MS, 512 * MS, "java.net.ConnectException: refused", 7_500_000),
                new AttemptRecord(
                    10,
                    14_730 * MS,
                    800_000,
                    "com.acme.Throttled: slow down",
                    FailureKind.THROTTLED,
                    10_000 * MS,
                    WaitSource.SERVER),
                attempt(11, 24_731 * MS, 1_000 * MS, "result rejected", 3_000 * MS),
                attempt(12, 28_731 * MS, 681 * MS, "java.io.IOException: reset", -1)),
            0,
            0);

    assertEquals(
        """
        orders: gave up after 12 attempts in 29.4 s: deadline
          #1   at 0 s     took 1.00 s  wait 93.1 ms          java.net.ConnectException: refused
          ... 7 more ...
          #9   at 14.2 s  took 512 ms  wait 7.50 ms          java.net.ConnectException: refused
          #10  at 14.7 s  took 800 us  wait 10.0 s (server)  com.acme.Throttled: slow down
          #11  at 24.7 s  took 1.00 s  wait 3.00 s           result rejected
          #12  at 28.7 s  took 681 ms                        java.io.IOException: reset""",
        report.toString());
  }

  @Test
  void leaves_out_the_column_of_waits_when_nobody_waited() {
    RetryReport report =
        new RetryReport(
            "orders",
            1,
            StopReason.NOT_RETRYABLE,
            12 * MS,
            List.of(attempt(1, 0, 12 * MS, "java.lang.IllegalStateException: closed", -1)),
            0,
            0);

    assertEquals(
        """
        orders: gave up after 1 attempt in 12.0 ms: not retryable
          #1  at 0 s  took 12.0 ms  java.lang.IllegalStateException: closed""",
        report.toString());
  }

  @Test
  void shows_a_dash_for_an_attempt_that_nobody_measured() {
    RetryReport report =
        new RetryReport(
            "orders",
            2,
            StopReason.SUCCEEDED,
            101 * MS,
            List.of(
                attempt(1, 0, 0, "java.io.IOException: reset", 0),
                attempt(2, 0, 101 * MS, "succeeded", -1)),
            0,
            0);

    assertEquals(
        """
        orders: succeeded after 2 attempts in 101 ms
          #1  at 0 s  took -       wait 0 s  java.io.IOException: reset
          #2  at 0 s  took 101 ms            succeeded""",
        report.toString());
  }

  @Test
  void is_a_single_line_when_no_attempt_was_made() {
    RetryReport report =
        new RetryReport("orders", 0, StopReason.EXECUTOR_REJECTED, 0, List.of(), 0, 0);

    assertEquals("orders: gave up after 0 attempts in 0 s: executor rejected", report.toString());
  }

  @Test
  void without_words_tells_the_kind_of_each_failure_in_their_place() {
    RetryReport report =
        new RetryReport(
            "orders",
            1,
            StopReason.BUDGET,
            5 * MS,
            List.of(attempt(1, 0, 5 * MS, "java.io.IOException: password=secret", -1)),
            0,
            0);

    assertEquals(
        """
        orders: gave up after 1 attempt in 5.00 ms: budget
          #1  at 0 s  took 5.00 ms  transient""",
        report.withoutWords().toString());
  }

  private static AttemptRecord attempt(
      int number, long at, long took, String outcome, long waitNanos) {
    return new AttemptRecord(
        number, at, took, outcome, FailureKind.TRANSIENT, waitNanos, WaitSource.BACKOFF);
  }
}
