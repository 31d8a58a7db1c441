package dev.reprise.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.event.RetryEvent.Origin;
import dev.reprise.event.RetryEvent.RetryStarted;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoggingListenerTest {

  private static final long MS = 1_000_000;
  private static final Origin ORDERS = Origin.of("orders");

  private final RecordingLogger logger = new RecordingLogger(Level.ALL);
  private final LoggingListener listener = new LoggingListener(logger, null);

  @Test
  void logs_a_failed_attempt_and_the_wait_after_it_at_debug() {
    listener.on(attempt(Outcome.threw(new IOException("reset")), retry(93_100_000, false)));

    assertEquals(
        List.of(
            "DEBUG [call 17] orders: attempt 2, 512 ms long, failed: java.io.IOException: reset;"
                + " next in 93.1 ms"),
        logger.lines);
  }

  @Test
  void logs_the_source_of_the_wait() {
    listener.on(attempt(Outcome.threw(new IOException("slow down")), retry(2_000 * MS, true)));

    assertTrue(logger.lines.get(0).endsWith("; next in 2.00 s (server)"), logger.lines.get(0));
  }

  @Test
  void logs_a_rejected_result_without_the_result() {
    listener.on(attempt(Outcome.returned("secret"), retry(0, false)));

    assertEquals(
        List.of(
            "DEBUG [call 17] orders: attempt 2, 512 ms long, gave a result that is rejected;"
                + " next in 0 s"),
        logger.lines);
  }

  @Test
  void omits_the_duration_of_an_attempt_that_was_not_measured() {
    listener.on(
        new AttemptFinished(ORDERS, 17, 1, 0, Outcome.threw(new IOException()), retry(0, false)));

    assertEquals(
        List.of("DEBUG [call 17] orders: attempt 1 failed: java.io.IOException; next in 0 s"),
        logger.lines);
  }

  @Test
  void logs_success_after_retries_at_info() {
    listener.on(new CallFinished(ORDERS, 17, 3, StopReason.SUCCEEDED, 2_410 * MS, 0, null, null));

    assertEquals(
        List.of("INFO [call 17] orders: succeeded after 3 attempts in 2.41 s"), logger.lines);
  }

  @Test
  void does_not_name_the_last_attempt_as_the_successful_one() { // a hedge may have lost
    listener.on(new CallFinished(ORDERS, 17, 1, StopReason.SUCCEEDED, 2_410 * MS, 0, null, null));
    listener.on(new CallFinished(ORDERS, 18, 2, StopReason.SUCCEEDED, 2_410 * MS, 0, null, null));

    assertEquals(
        List.of(
            "DEBUG [call 17] orders: succeeded after 1 attempt in 2.41 s",
            "INFO [call 18] orders: succeeded after 2 attempts in 2.41 s"),
        logger.lines);
  }

  @Test
  void logs_giving_up_after_retries_at_warning_with_the_report() {
    listener.on(end(StopReason.ATTEMPTS, 3));

    assertEquals(
        List.of(
            "WARNING [call 17] orders: gave up after 3 attempts in 2.41 s: attempts used up\n"
                + "  #1  at 0 s  took 512 ms  java.io.IOException: secret\n"
                + "  ... 2 more ..."),
        logger.lines);
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCEEDED, 2, INFO",
    "SUCCEEDED, 1, DEBUG",
    "DISABLED, 1, DEBUG",
    "ATTEMPTS, 2, WARNING",
    "ATTEMPTS, 1, DEBUG",
    "CONDITION, 2, WARNING",
    "CONDITION, 1, DEBUG",
    "NOT_RETRYABLE, 2, WARNING",
    "NOT_RETRYABLE, 1, DEBUG",
    "EFFECT_UNKNOWN, 2, WARNING",
    "EFFECT_UNKNOWN, 1, DEBUG",
    "ALREADY_RETRIED, 2, WARNING",
    "ALREADY_RETRIED, 1, DEBUG",
    "DEADLINE, 1, WARNING",
    "HINT_TOO_LONG, 1, WARNING",
    "BUDGET, 1, WARNING",
    "EXECUTOR_REJECTED, 1, WARNING",
    "INTERRUPTED, 5, DEBUG",
    "CANCELLED, 5, DEBUG",
    "SHUT_DOWN, 5, DEBUG",
    "POLICY_FAILED, 5, DEBUG",
  })
  void has_a_level_for_every_end(StopReason reason, int attempts, String level) {
    listener.on(end(reason, attempts));

    assertTrue(logger.lines.get(0).startsWith(level + " "), logger.lines.get(0));
  }

  @ParameterizedTest
  @EnumSource(StopReason.class)
  void logs_every_end_even_without_a_report(StopReason reason) {
    listener.on(new CallFinished(ORDERS, 17, 1, reason, 0, 0, null, null));

    assertEquals(1, logger.lines.size());
  }

  @Test
  void logs_a_bug_in_the_policy_at_error_with_its_location() {
    IllegalStateException bug = new IllegalStateException("no such code");
    bug.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("com.acme.Orders", "isBusy", "Orders.java", 42)
        });
    listener.on(
        attempt(
            Outcome.threw(new IOException("reset")),
            new Decision.GiveUp(Verdict.abort(), StopReason.POLICY_FAILED, bug)));

    assertEquals(
        List.of(
            "ERROR [call 17] orders: attempt 2, 512 ms long, failed: java.io.IOException: reset;"
                + " then the policy's own code threw java.lang.IllegalStateException: no such code"
                + " at com.acme.Orders.isBusy(Orders.java:42)"),
        logger.lines);
  }

  @Test
  void logs_an_attempt_that_ends_the_call_only_with_the_end_of_the_call() {
    listener.on(
        attempt(
            Outcome.threw(new IOException()),
            Decision.giveUp(Verdict.retry(), StopReason.ATTEMPTS)));
    listener.on(attempt(Outcome.returned("ok"), Decision.accept()));
    listener.on(new RetryStarted(ORDERS, 17, 2));

    assertEquals(List.of(), logger.lines);
  }

  @Test
  void escapes_characters_that_could_forge_a_line() {
    listener.on(
        new AttemptFinished(
            Origin.of("or\nders"),
            17,
            1,
            0,
            Outcome.threw(new IOException("a\r\nINFO paid\u001b[2J")),
            retry(0, false)));

    assertEquals(
        List.of(
            "DEBUG [call 17] or\\nders: attempt 1 failed: java.io.IOException:"
                + " a\\r\\nINFO paid\\u001b[2J; next in 0 s"),
        logger.lines);
  }

  @Test
  void redacts_failures_bugs_and_reports() {
    LoggingListener redacting = new LoggingListener(logger, FailureText::describeWithoutMessage);

    redacting.on(attempt(Outcome.threw(new IOException("secret")), retry(0, false)));
    redacting.on(
        attempt(
            Outcome.threw(new IOException("secret")),
            new Decision.GiveUp(
                Verdict.abort(), StopReason.POLICY_FAILED, new IllegalStateException("secret"))));
    redacting.on(end(StopReason.ATTEMPTS, 3));

    assertEquals(3, logger.lines.size());
    logger.lines.forEach(line -> assertFalse(line.contains("secret"), line));
    assertTrue(logger.lines.get(0).contains("failed: java.io.IOException;"), logger.lines.get(0));
    assertTrue(logger.lines.get(2).contains("took 512 ms  transient\n"), logger.lines.get(2));
  }

  @Test
  void names_the_class_when_redaction_itself_throws() {
    LoggingListener redacting =
        new LoggingListener(
            logger,
            failure -> {
              throw new IllegalStateException("redactor");
            });

    redacting.on(attempt(Outcome.threw(new IOException("secret")), retry(0, false)));

    assertTrue(logger.lines.get(0).contains("failed: java.io.IOException;"), logger.lines.get(0));
  }

  @Test
  void formats_nothing_for_a_disabled_level() {
    Function<Throwable, String> counting =
        failure -> {
          throw new AssertionError("put into words");
        };
    RecordingLogger off = new RecordingLogger(Level.OFF);
    LoggingListener silent = new LoggingListener(off, counting);

    silent.on(attempt(Outcome.threw(new Unprintable()), retry(0, false)));
    silent.on(end(StopReason.ATTEMPTS, 3));

    assertEquals(List.of(), off.lines);
    assertEquals(0, Unprintable.printed);
  }

  @Test
  void subscribes_only_to_the_events_that_it_logs() {
    assertEquals(2, listener.events().size());
    assertFalse(listener.events().contains(RetryEvent.FirstAttemptSucceeded.class));
    assertFalse(listener.events().contains(RetryStarted.class));
  }

  @Test
  @SuppressWarnings("NullAway") // a caller without null checks
  void refuses_a_null_description_function() {
    assertThrows(NullPointerException.class, () -> RetryListener.logging(null));
  }

  private static AttemptFinished attempt(Outcome<?> outcome, Decision decision) {
    return new AttemptFinished(ORDERS, 17, 2, 512 * MS, outcome, decision);
  }

  private static Decision retry(long delayNanos, boolean hinted) {
    return new Decision.RetryAfter(
        Verdict.retry(),
        delayNanos,
        hinted ? WaitSource.SERVER : WaitSource.BACKOFF,
        Progress.startingAt(0));
  }

  private static CallFinished end(StopReason reason, int attempts) {
    AttemptRecord record =
        new AttemptRecord(
            1,
            0,
            512 * MS,
            AttemptRecord.Ending.FAILED,
            "java.io.IOException: secret",
            FailureKind.TRANSIENT,
            null,
            false);
    @Nullable RetryReport report =
        new RetryReport("orders", attempts, reason, 2_410 * MS, List.of(record), 0, 0);
    return new CallFinished(ORDERS, 17, attempts, reason, 2_410 * MS, 0, null, report);
  }

  private static final class Unprintable extends RuntimeException {

    private static final long serialVersionUID = 1;

    static int printed;

    @Override
    public String toString() {
      printed++;
      return "printed";
    }
  }
}
