package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReportNoteTest {

  private final IOException failure = new IOException("reset");

  @Test
  void is_found_after_it_was_attached() {
    RetryReport report = Reports.report("orders", 3);

    report.attachTo(failure);

    assertSame(report, RetryReport.of(failure).orElseThrow());
  }

  @Test
  void is_attached_once_to_a_failure_that_several_calls_throw() {
    for (int call = 0; call < 1_000; call++) {
      Reports.report("orders", 3).attachTo(failure);
    }
    RetryReport newest = Reports.report("orders", 2);
    newest.attachTo(failure);

    assertEquals(1, failure.getSuppressed().length);
    assertSame(newest, RetryReport.of(failure).orElseThrow());
  }

  @Test
  void keeps_other_suppressed_exceptions() {
    failure.addSuppressed(new IOException("on close"));

    Reports.report("orders", 3).attachTo(failure);

    assertEquals(2, failure.getSuppressed().length);
    assertTrue(RetryReport.of(failure).isPresent());
  }

  @Test
  void does_nothing_if_suppression_is_disabled() {
    Throwable bare = new Unsuppressing();
    RetryReport report = Reports.report("orders", 3);

    report.attachTo(bare);
    report.attachTo(bare);

    assertTrue(RetryReport.of(bare).isEmpty());
    assertFalse(RetryReport.retriedBelow(bare, 0));
  }

  @Test
  void shows_an_outer_call_that_the_failure_was_already_retried() {
    long outerAttempt = RetryReport.mark();
    Reports.report("inner", 3).attachTo(failure);

    assertTrue(RetryReport.retriedBelow(failure, outerAttempt));
  }

  @Test
  void does_not_affect_an_attempt_that_began_after_the_report() {
    Reports.report("earlier", 3).attachTo(failure);

    assertFalse(RetryReport.retriedBelow(failure, RetryReport.mark()));
  }

  @Test
  void ignores_a_call_that_began_before_the_attempt() {
    long callMark = RetryReport.mark();
    Reports.report("something else", 1);
    long attempt = RetryReport.mark();

    Reports.report("longer", 3, callMark, attempt).attachTo(failure);

    assertFalse(RetryReport.retriedBelow(failure, attempt));
  }

  @Test
  void ignores_a_call_with_a_single_attempt() {
    long outerAttempt = RetryReport.mark();
    Reports.report("inner", 1).attachTo(failure);

    assertFalse(RetryReport.retriedBelow(failure, outerAttempt));
  }

  @Test
  void ignores_an_instance_that_unrelated_calls_throw() {
    Reports.report("one", 3).attachTo(failure);
    long outerAttempt = RetryReport.mark();
    Reports.report("another", 3).attachTo(failure);

    assertFalse(RetryReport.retriedBelow(failure, outerAttempt));
  }

  @Test
  void is_passed_through_a_call_that_made_no_retry() {
    long outerAttempt = RetryReport.mark();
    long middleAttempt = RetryReport.mark();
    Reports.report("inner", 3).attachTo(failure);
    Reports.report("middle", 1, middleAttempt, middleAttempt).attachTo(failure);

    assertTrue(RetryReport.retriedBelow(failure, outerAttempt));
    assertEquals("middle", RetryReport.of(failure).orElseThrow().retry());
  }

  @Test
  void shows_the_inner_retries_of_a_call_that_made_none() {
    long middleAttempt = RetryReport.mark();
    Reports.report("inner", 3).attachTo(failure);
    Reports.report("middle", 1, middleAttempt, middleAttempt).attachTo(failure);

    assertEquals(
        """
        middle: gave up after 1 attempt in 0 s: attempts used up
        \t    #1  at 0 s  took -  java.io.IOException: reset
        \t  below, inner: gave up after 3 attempts in 0 s: attempts used up
        \t    #1  at 0 s  took -  java.io.IOException: reset
        \t    ... 2 more ...""",
        failure.getSuppressed()[0].toString());
  }

  @Test
  void is_indented_in_a_stack_trace_and_has_no_stack_trace() {
    Reports.report("orders", 3).attachTo(failure);
    StringWriter trace = new StringWriter();

    failure.printStackTrace(new PrintWriter(trace));

    String[] lines = trace.toString().split("\\R");
    int head =
        Arrays.asList(lines)
            .indexOf("\tSuppressed: orders: gave up after 3 attempts in 0 s: attempts used up");
    assertEquals(lines.length - 3, head, trace.toString());
    assertEquals("\t    #1  at 0 s  took -  java.io.IOException: reset", lines[head + 1]);
  }

  @Test
  void prints_on_a_failure_in_a_cycle_of_causes() {
    IOException other = new IOException("other", failure);
    failure.initCause(other);
    Reports.report("orders", 3).attachTo(failure);

    failure.printStackTrace(new PrintWriter(new StringWriter()));

    assertTrue(RetryReport.of(other).isPresent());
  }

  private static final class Unsuppressing extends RuntimeException {

    private static final long serialVersionUID = 1;

    Unsuppressing() {
      super("bare", null, false, false);
    }
  }
}
