package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.FailureRule;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Calls without a listener. A driver may record less about such calls, but must end them in the
 * same way.
 */
class NoListenerScenarios extends Scenarios {

  NoListenerScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /** Returns the report of a call that fails with the given failure. */
  private static RetryReport reportOf(ScenarioFixture fixture, Throwable failure) {
    Throwable thrown = fixture.callWithoutListener();
    assertSame(failure, thrown == null ? null : Failures.unwrap(thrown));
    return RetryReport.of(failure).orElseThrow();
  }

  private static void endsFirstWait(ScenarioFixture fixture, StopReason reason) {
    IOException failure = new IOException("reset");
    fixture.operation.fails(failure);
    RetryReport report = reportOf(fixture, failure);
    assertEquals(reason, report.stopReason());
    assertEquals(1, report.attempts());
    assertEquals(1, fixture.operation.calls());
    assertEquals(List.of("started", "failed", "granted", "lost", "finished"), fixture.ledger());
  }

  @Test
  void without_listener_a_successful_first_attempt_is_settled() {
    inEveryShape(
        fixture -> {
          fixture.operation.returns("page");
          assertNull(fixture.callWithoutListener());
          assertEquals(List.of("started", "succeeded"), fixture.ledger());
        });
  }

  @Test
  void without_listener_a_successful_retry_is_settled() {
    inEveryShape(
        fixture -> {
          fixture.operation.fails(new IOException("reset")).returns("page");
          assertNull(fixture.callWithoutListener());
          assertEquals(allMs(0, 100), fixture.operation.starts());
          assertEquals(
              List.of("started", "failed", "granted", "kept", "finished"), fixture.ledger());
        });
    inEveryShape(
        fixture -> {
          fixture.operation.fails(new IOException("1")).fails(new IOException("2")).returns("page");
          assertNull(fixture.callWithoutListener());
          assertEquals(allMs(0, 100, 200), fixture.operation.starts());
          assertEquals(
              List.of("started", "failed", "granted", "lost", "granted", "kept", "finished"),
              fixture.ledger());
        });
  }

  @Test
  void without_listener_the_last_failure_is_thrown_with_a_complete_report() {
    inEveryShape(
        fixture -> {
          IOException last = new IOException("3");
          fixture.operation.takes(ms(30)).fails(new IOException("1"));
          fixture.operation.takes(ms(40)).fails(new IOException("2"));
          fixture.operation.takes(ms(50)).fails(last);
          RetryReport report = reportOf(fixture, last);
          assertEquals(StopReason.ATTEMPTS, report.stopReason());
          assertEquals(ms(320), report.elapsed());
          assertEquals(
              List.of(0L, ms(130).toNanos(), ms(270).toNanos()),
              report.records().stream().map(AttemptRecord::startedAfterNanos).toList());
          assertEquals(
              List.of(ms(30).toNanos(), ms(40).toNanos(), ms(50).toNanos()),
              report.records().stream().map(AttemptRecord::durationNanos).toList());
        });
    inEveryShape(
        fixture -> {
          IOException last = new IOException("2");
          fixture.policy(p -> p.maxAttempts(2));
          fixture.operation.fails(new IOException("1")).fails(last);
          assertEquals(StopReason.ATTEMPTS, reportOf(fixture, last).stopReason());
        });
  }

  @Test
  void without_listener_no_attempt_starts_if_the_first_wait_ends_after_the_deadline() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.within(ms(200)));
          fixture.at(ms(90), () -> fixture.time.stall(ms(300)));
          endsFirstWait(fixture, StopReason.DEADLINE);
        });
  }

  @Test
  void without_listener_a_shutdown_ends_the_first_wait() {
    inEveryShape(
        fixture -> {
          fixture.at(ms(50), () -> fixture.retry().shutdown());
          endsFirstWait(fixture, StopReason.SHUT_DOWN);
          assertEquals(ms(50), fixture.time.elapsed());
        });
  }

  @Test
  void without_listener_an_interrupt_ends_the_first_wait() {
    inShapesWithout(
        Trait.ASYNC,
        fixture -> {
          Thread caller = Thread.currentThread();
          fixture.at(ms(50), caller::interrupt);
          endsFirstWait(fixture, StopReason.INTERRUPTED);
          assertTrue(Thread.interrupted(), "flag");
        });
  }

  @Test
  void without_listener_cancelling_the_first_wait_returns_the_permit() {
    inShapesWith(
        Trait.ASYNC,
        fixture -> {
          fixture.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          fixture.operation.fails(new SocketTimeoutException("slow"));
          fixture.meanwhile(call -> fixture.time.schedule(ms(50), () -> call.cancel(true)));
          fixture.callWithoutListener();
          assertEquals(1, fixture.operation.calls());
          assertEquals(
              List.of("started", "failed", "granted at 3", "lost at 3", "finished"),
              fixture.ledger());
        });
  }

  @Test
  void without_listener_a_retry_is_settled_at_its_price() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          fixture.operation.fails(new SocketTimeoutException("slow")).returns("page");
          assertNull(fixture.callWithoutListener());
          assertEquals(
              List.of("started", "failed", "granted at 3", "kept at 3", "finished"),
              fixture.ledger());
        });
  }

  @Test
  void without_listener_the_first_failure_counts_for_its_kind() {
    inEveryShape(
        fixture -> {
          SocketTimeoutException slow = new SocketTimeoutException("slow");
          fixture.policy(
              p -> p.maxAttempts(9).rule(FailureRule.of(FailureKind.TIMEOUT).maxFailures(2)));
          fixture.operation.fails(slow);
          assertEquals(2, reportOf(fixture, slow).attempts());
        });
  }

  @Test
  void without_listener_a_rejected_result_is_closed_after_the_first_wait() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          AtomicInteger closed = new AtomicInteger();
          AutoCloseable busy = closed::incrementAndGet;
          fixture.policy(
              p -> p.retryOnResult(AutoCloseable.class, result -> true).closingRejected());
          fixture.operation.returns(busy).returns("page");
          assertNull(fixture.callWithoutListener());
          assertEquals(1, closed.get());
        });
  }
}
