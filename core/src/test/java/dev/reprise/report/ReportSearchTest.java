package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ReportSearchTest {

  private static final int DEPTH = 16;
  private static final int VISITS = 256;

  @Test
  void finds_a_report_on_a_cause_sixteen_levels_deep_and_no_deeper() {
    assertTrue(RetryReport.of(wrapped(reported(), DEPTH)).isPresent());
    assertFalse(RetryReport.of(wrapped(reported(), DEPTH + 1)).isPresent());
    assertTrue(RetryReport.retriedBelow(wrapped(reported(), DEPTH), 0));
    assertFalse(RetryReport.retriedBelow(wrapped(reported(), DEPTH + 1), 0));
  }

  @Test
  void finds_a_report_on_a_suppressed_exception() {
    IOException failure = new IOException("on read");
    failure.addSuppressed(new CompletionException(reported()));

    assertTrue(RetryReport.of(failure).isPresent());
  }

  @Test
  void finds_the_report_of_the_outermost_call_first() {
    IOException inner = new IOException("inner");
    Reports.report("inner", 3).attachTo(inner);
    IOException outer = new IOException("outer", inner);
    Reports.report("outer", 2).attachTo(outer);

    assertEquals("outer", RetryReport.of(outer).orElseThrow().retry());
  }

  @Test
  void continues_after_a_report_without_information() {
    long attempt = RetryReport.mark();
    IOException inner = new IOException("inner");
    Reports.report("inner", 3).attachTo(inner);
    IOException outer = new IOException("outer", inner);
    Reports.report("outer", 1).attachTo(outer);

    assertTrue(RetryReport.retriedBelow(outer, attempt));
  }

  @Test
  void ends_on_a_cycle_of_causes() {
    IOException one = new IOException("one");
    IOException other = new IOException("other", one);
    one.initCause(other);

    assertFalse(RetryReport.of(one).isPresent());
  }

  @Test
  void ends_on_a_branching_cycle_of_suppressed_failures() {
    IOException one = new IOException("one");
    IOException other = new IOException("other");
    for (int i = 0; i < 100; i++) {
      one.addSuppressed(other);
      other.addSuppressed(one);
    }

    assertFalse(RetryReport.of(one).isPresent());
  }

  @Test
  void visits_a_bounded_number_of_failures() {
    IOException within = new IOException("within");
    suppress(within, VISITS - 2);
    within.addSuppressed(reported());
    IOException beyond = new IOException("beyond");
    suppress(beyond, VISITS - 1);
    beyond.addSuppressed(reported());

    assertTrue(RetryReport.of(within).isPresent());
    assertFalse(RetryReport.of(beyond).isPresent());
  }

  @Test
  void treats_a_failure_whose_own_code_throws_as_one_without_cause() {
    assertFalse(RetryReport.of(new Careless()).isPresent());
  }

  private static IOException reported() {
    IOException failure = new IOException("reset");
    Reports.report("orders", 3).attachTo(failure);
    return failure;
  }

  private static Throwable wrapped(Throwable failure, int times) {
    Throwable wrapped = failure;
    for (int i = 0; i < times; i++) {
      wrapped = new CompletionException(wrapped);
    }
    return wrapped;
  }

  private static void suppress(Throwable failure, int times) {
    for (int i = 0; i < times; i++) {
      failure.addSuppressed(new IOException("on close"));
    }
  }

  private static final class Careless extends RuntimeException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }
  }
}
