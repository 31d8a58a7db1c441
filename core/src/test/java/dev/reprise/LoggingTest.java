package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** One line enables logging, and the log of whole calls is readable. */
class LoggingTest {

  private final FakeEnvironment environment = new FakeEnvironment();

  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofMillis(100))).build())
          .named("orders")
          .withBudget(RetryBudget.unlimited())
          .withEnvironment(environment);

  @Test
  void logs_a_call_that_succeeds_after_retries() throws IOException {
    try (LogCapture log = new LogCapture(Level.ALL)) {
      retry.withListener(RetryListener.logging()).call(failing(2));

      assertEquals(
          List.of(
              "FINE [call 1] orders: attempt 1, 1.00 s long, failed: java.io.IOException: reset;"
                  + " next in 100 ms",
              "FINE [call 1] orders: attempt 2, 1.00 s long, failed: java.io.IOException: reset;"
                  + " next in 100 ms",
              "INFO [call 1] orders: succeeded after 3 attempts in 3.20 s"),
          log.lines());
    }
  }

  @Test
  void logs_a_call_that_gives_up_with_its_report_and_nothing_below_that_level_by_default() {
    try (LogCapture log = new LogCapture(Level.INFO)) {
      Retry logging = retry.withListener(RetryListener.logging());

      assertThrows(IOException.class, () -> logging.call(failing(9)));

      assertEquals(
          List.of(
              """
              WARNING [call 1] orders: gave up after 3 attempts in 3.20 s: attempts used up
                #1  at 0 s     took 1.00 s  wait 100 ms (backoff)  java.io.IOException: reset
                #2  at 1.10 s  took 1.00 s  wait 100 ms (backoff)  java.io.IOException: reset
                #3  at 2.20 s  took 1.00 s                         java.io.IOException: reset
                stopped: all 3 attempts were used\
              """),
          log.lines());
    }
  }

  @Test
  void logs_a_call_whose_wait_throws() {
    environment.sleeper =
        nanos -> {
          throw new IllegalStateException("a bug in the sleeper");
        };
    try (LogCapture log = new LogCapture(Level.INFO)) {
      Retry logging = retry.withListener(RetryListener.logging());

      assertThrows(IOException.class, () -> logging.call(failing(9)));

      assertEquals(
          List.of(
              """
              WARNING [call 1] orders: gave up after 1 attempt in 1.00 s: policy failed
                #1  at 0 s  took 1.00 s  wait 100 ms (backoff)  java.io.IOException: reset
                stopped: the wait before attempt 2 threw\
              """),
          log.lines());
    }
  }

  @Test
  void logs_nothing_about_calls_that_succeed_at_once() throws IOException {
    try (LogCapture log = new LogCapture(Level.ALL)) {
      retry.withListener(RetryListener.logging()).call(failing(0));

      assertEquals(List.of(), log.lines());
    }
  }

  @Test
  void shows_no_message_where_messages_are_redacted() {
    try (LogCapture log = new LogCapture(Level.INFO)) {
      Retry logging =
          retry.withListener(RetryListener.logging(FailureText::describeWithoutMessage));

      assertThrows(IOException.class, () -> logging.call(failing(9)));

      assertEquals(
          List.of(
              """
              WARNING [call 1] orders: gave up after 3 attempts in 3.20 s: attempts used up
                #1  at 0 s     took 1.00 s  wait 100 ms (backoff)  transient
                #2  at 1.10 s  took 1.00 s  wait 100 ms (backoff)  transient
                #3  at 2.20 s  took 1.00 s                         transient
                stopped: all 3 attempts were used\
              """),
          log.lines());
    }
  }

  /** Takes a second each time. */
  private Operation<String, IOException> failing(int times) {
    Deque<IOException> failures = new ArrayDeque<>();
    for (int i = 0; i < times; i++) {
      failures.add(new IOException("reset"));
    }
    return () -> {
      environment.now += Duration.ofSeconds(1).toNanos();
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
      return "ok";
    };
  }
}
