package dev.reprise.report;

import static dev.reprise.report.Reports.attempt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.report.AttemptRecord.Ending;
import dev.reprise.report.AttemptRecord.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTextTest {

  private static final long MS = 1_000_000;

  @Test
  void prints_the_reason_for_the_end_and_then_each_attempt_in_columns() {
    RetryReport report =
        new RetryReport(
                "orders",
                13,
                StopReason.DEADLINE,
                29_412 * MS,
                List.of(
                    attempt(
                        1,
                        0,
                        1_003 * MS,
                        "java.net.ConnectException: refused",
                        new Wait(93_100_000, WaitSource.JITTER, 0, 100 * MS)),
                    attempt(
                        9,
                        14_210 * MS,
                        512 * MS,
                        "java.net.ConnectException: refused",
                        Wait.of(7_500_000, WaitSource.JITTER)),
                    attempt(
                        10,
                        14_730 * MS,
                        800_000,
                        "com.acme.Throttled: slow down",
                        Wait.of(10_000 * MS, WaitSource.SERVER)),
                    attempt(
                        11,
                        24_731 * MS,
                        1_000 * MS,
                        "com.acme.Throttled: slow down",
                        new Wait(1_100 * MS, WaitSource.SERVER, 1_000 * MS, 1_200 * MS)),
                    attempt(
                        12,
                        27_731 * MS,
                        1_000 * MS,
                        "result rejected",
                        Wait.of(1_000 * MS, WaitSource.BACKOFF)),
                    attempt(13, 28_731 * MS, 681 * MS, "java.io.IOException: reset", null)),
                0,
                0)
            .explained(
                50, 30_000 * MS, "588 ms of 30.0 s were left, less than the next wait, 1.00 s");

    assertEquals(
        """
        orders: gave up after 13 attempts in 29.4 s: deadline
          #1   at 0 s     took 1.00 s  wait 93.1 ms (jitter 0-100 ms)        java.net.ConnectException: refused
          ... 7 more ...
          #9   at 14.2 s  took 512 ms  wait 7.50 ms (jitter)                 java.net.ConnectException: refused
          #10  at 14.7 s  took 800 us  wait 10.0 s (server)                  com.acme.Throttled: slow down
          #11  at 24.7 s  took 1.00 s  wait 1.10 s (server 1.00 s + jitter)  com.acme.Throttled: slow down
          #12  at 27.7 s  took 1.00 s  wait 1.00 s (backoff)                 result rejected
          #13  at 28.7 s  took 681 ms                                        java.io.IOException: reset
          stopped: 588 ms of 30.0 s were left, less than the next wait, 1.00 s\
        """,
        report.toString());
  }

  @Test
  void omits_the_column_of_waits_if_there_was_no_wait() {
    RetryReport report =
        new RetryReport(
            "orders",
            1,
            StopReason.NOT_RETRYABLE,
            12 * MS,
            List.of(attempt(1, 0, 12 * MS, "java.lang.IllegalStateException: closed", null)),
            0,
            0);

    assertEquals(
        """
        orders: gave up after 1 attempt in 12.0 ms: not retryable
          #1  at 0 s  took 12.0 ms  java.lang.IllegalStateException: closed\
        """,
        report.toString());
  }

  @Test
  void shows_a_dash_for_an_attempt_that_was_not_measured() {
    RetryReport report =
        new RetryReport(
            "orders",
            2,
            StopReason.SUCCEEDED,
            101 * MS,
            List.of(
                attempt(1, 0, 0, "java.io.IOException: reset", Wait.of(0, WaitSource.BACKOFF)),
                attempt(2, 0, 101 * MS, "succeeded", null)),
            0,
            0);

    assertEquals(
        """
        orders: succeeded after 2 attempts in 101 ms
          #1  at 0 s  took -       wait 0 s (backoff)  java.io.IOException: reset
          #2  at 0 s  took 101 ms                      succeeded\
        """,
        report.toString());
  }

  @Test
  void is_a_single_line_without_an_attempt() {
    RetryReport report =
        new RetryReport("orders", 0, StopReason.EXECUTOR_REJECTED, 0, List.of(), 0, 0);

    assertEquals("orders: gave up after 0 attempts in 0 s: executor rejected", report.toString());
  }

  @Test
  void without_descriptions_prints_the_kind_of_each_failure_instead() {
    RetryReport report =
        new RetryReport(
            "orders",
            1,
            StopReason.BUDGET,
            5 * MS,
            List.of(attempt(1, 0, 5 * MS, "java.io.IOException: password=secret", null)),
            0,
            0);

    assertEquals(
        """
        orders: gave up after 1 attempt in 5.00 ms: budget
          #1  at 0 s  took 5.00 ms  transient\
        """,
        report.withoutMessages().toString());
  }

  @Test
  void without_descriptions_keeps_the_texts_about_other_attempts() {
    List<AttemptRecord> records =
        List.of(
            inFlight(1, Ending.CANCELLED, "cancelled, another attempt succeeded"),
            new AttemptRecord(
                2, 0, 0, Ending.REJECTED, "not judged: secret", FailureKind.OTHER, null, false),
            new AttemptRecord(
                3, 0, 0, Ending.SUCCEEDED, "succeeded", FailureKind.OTHER, null, false));
    RetryReport report = new RetryReport("orders", 3, StopReason.SUCCEEDED, 0, records, 0, 0);

    assertEquals(
        List.of("cancelled, another attempt succeeded", "result rejected", "succeeded"),
        report.withoutMessages().records().stream().map(AttemptRecord::outcome).toList());
  }

  @Test
  void shows_attempts_that_were_in_flight_together() {
    List<AttemptRecord> records =
        List.of(
            inFlight(1, Ending.CANCELLED, "cancelled, another attempt succeeded"),
            inFlight(2, Ending.FAILED, "java.io.IOException: reset"),
            new AttemptRecord(
                3,
                200 * MS,
                112 * MS,
                Ending.SUCCEEDED,
                "succeeded",
                FailureKind.OTHER,
                null,
                false));

    assertEquals(
        """
        orders: succeeded after 3 attempts in 312 ms
          #1  at 0 s     took 5.00 ms            cancelled, another attempt succeeded
          #2  at 0 s     took 5.00 ms  deferred  java.io.IOException: reset
          #3  at 200 ms  took 112 ms             succeeded\
        """,
        new RetryReport("orders", 3, StopReason.SUCCEEDED, 312 * MS, records, 0, 0).toString());
  }

  @Test
  void shows_gaps_when_attempts_end_out_of_order() {
    List<AttemptRecord> records = List.of(attempt(2, 0, 0, "a", null), attempt(5, 0, 0, "b", null));

    assertEquals(
        """
        orders: gave up after 7 attempts in 0 s: deadline
          ... 1 more ...
          #2  at 0 s  took -  a
          ... 2 more ...
          #5  at 0 s  took -  b
          ... 2 more ...\
        """,
        new RetryReport("orders", 7, StopReason.DEADLINE, 0, records, 0, 0).toString());
  }

  private static AttemptRecord inFlight(int number, Ending ending, String outcome) {
    return new AttemptRecord(number, 0, 5 * MS, ending, outcome, FailureKind.TRANSIENT, null, true);
  }
}
