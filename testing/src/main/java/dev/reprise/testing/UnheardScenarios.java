package dev.reprise.testing;

import static dev.reprise.testing.Scene.allMs;
import static dev.reprise.testing.Scene.ms;
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
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Calls that nobody listens to. A driver may remember less of them, and must end them as it ends
 * those that are heard.
 */
class UnheardScenarios extends Scenarios {

  UnheardScenarios(ContractStage stage) {
    super(stage);
  }

  /** The report of a call that fails with this very failure. */
  private static RetryReport reportOf(Scene scene, Throwable failure) {
    Throwable thrown = scene.unheard();
    assertSame(failure, thrown == null ? null : Failures.unwrap(thrown));
    return RetryReport.of(failure).orElseThrow();
  }

  private static void endsFirstWait(Scene scene, StopReason reason) {
    IOException failure = new IOException("reset");
    scene.operation.fails(failure);
    RetryReport report = reportOf(scene, failure);
    assertEquals(reason, report.stopReason());
    assertEquals(1, report.attempts());
    assertEquals(1, scene.operation.calls());
    assertEquals(List.of("started", "failed", "granted", "lost", "finished"), scene.ledger());
  }

  @Test
  void unheard_a_success_at_once_is_settled() {
    inEveryShape(
        scene -> {
          scene.operation.returns("page");
          assertNull(scene.unheard());
          assertEquals(List.of("started", "succeeded"), scene.ledger());
        });
  }

  @Test
  void unheard_a_success_at_a_retry_is_settled() {
    inEveryShape(
        scene -> {
          scene.operation.fails(new IOException("reset")).returns("page");
          assertNull(scene.unheard());
          assertEquals(allMs(0, 100), scene.operation.starts());
          assertEquals(List.of("started", "failed", "granted", "kept", "finished"), scene.ledger());
        });
    inEveryShape(
        scene -> {
          scene.operation.fails(new IOException("1")).fails(new IOException("2")).returns("page");
          assertNull(scene.unheard());
          assertEquals(allMs(0, 100, 200), scene.operation.starts());
          assertEquals(
              List.of("started", "failed", "granted", "lost", "granted", "kept", "finished"),
              scene.ledger());
        });
  }

  @Test
  void unheard_the_last_failure_is_thrown_and_its_report_tells_of_all() {
    inEveryShape(
        scene -> {
          IOException last = new IOException("3");
          scene.operation.takes(ms(30)).fails(new IOException("1"));
          scene.operation.takes(ms(40)).fails(new IOException("2"));
          scene.operation.takes(ms(50)).fails(last);
          RetryReport report = reportOf(scene, last);
          assertEquals(StopReason.ATTEMPTS, report.stopReason());
          assertEquals(ms(320), report.elapsed());
          assertEquals(
              List.of(0L, ms(130).toNanos(), ms(270).toNanos()),
              report.records().stream().map(AttemptRecord::startedAfterNanos).toList());
          assertEquals(
              List.of(ms(30).toNanos(), ms(40).toNanos(), ms(50).toNanos()),
              report.records().stream().map(AttemptRecord::lengthNanos).toList());
        });
    inEveryShape(
        scene -> {
          IOException last = new IOException("2");
          scene.policy(p -> p.maxAttempts(2));
          scene.operation.fails(new IOException("1")).fails(last);
          assertEquals(StopReason.ATTEMPTS, reportOf(scene, last).stopReason());
        });
  }

  @Test
  void unheard_no_attempt_starts_when_the_first_wait_took_until_after_the_deadline() {
    inEveryShape(
        scene -> {
          scene.policy(p -> p.within(ms(200)));
          scene.at(ms(90), () -> scene.time.stall(ms(300)));
          endsFirstWait(scene, StopReason.DEADLINE);
        });
  }

  @Test
  void unheard_a_shutdown_ends_the_first_wait() {
    inEveryShape(
        scene -> {
          scene.at(ms(50), () -> scene.retry().shutdown());
          endsFirstWait(scene, StopReason.SHUT_DOWN);
          assertEquals(ms(50), scene.time.elapsed());
        });
  }

  @Test
  void unheard_an_interrupt_ends_the_first_wait() {
    inShapesWithout(
        Trait.ASYNC,
        scene -> {
          Thread caller = Thread.currentThread();
          scene.at(ms(50), caller::interrupt);
          endsFirstWait(scene, StopReason.INTERRUPTED);
          assertTrue(Thread.interrupted(), "flag");
        });
  }

  @Test
  void unheard_a_cancel_in_the_first_wait_gives_back_what_the_permit_cost() {
    inShapesWith(
        Trait.ASYNC,
        scene -> {
          scene.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          scene.operation.fails(new SocketTimeoutException("slow"));
          scene.meanwhile(call -> scene.time.schedule(ms(50), () -> call.cancel(true)));
          scene.unheard();
          assertEquals(1, scene.operation.calls());
          assertEquals(
              List.of("started", "failed", "granted at 3", "lost at 3", "finished"),
              scene.ledger());
        });
  }

  @Test
  void unheard_a_retry_is_settled_at_its_price() {
    inEveryShape(
        scene -> {
          scene.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          scene.operation.fails(new SocketTimeoutException("slow")).returns("page");
          assertNull(scene.unheard());
          assertEquals(
              List.of("started", "failed", "granted at 3", "kept at 3", "finished"),
              scene.ledger());
        });
  }

  @Test
  void unheard_the_first_failure_counts_for_its_kind() {
    inEveryShape(
        scene -> {
          SocketTimeoutException slow = new SocketTimeoutException("slow");
          scene.policy(
              p -> p.maxAttempts(9).rule(FailureRule.of(FailureKind.TIMEOUT).maxFailures(2)));
          scene.operation.fails(slow);
          assertEquals(2, reportOf(scene, slow).attempts());
        });
  }

  @Test
  void unheard_a_rejected_result_is_closed_after_the_first_wait() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          AtomicInteger closed = new AtomicInteger();
          AutoCloseable busy = closed::incrementAndGet;
          scene.policy(p -> p.retryOnResult(AutoCloseable.class, result -> true).closingRejected());
          scene.operation.returns(busy).returns("page");
          assertNull(scene.unheard());
          assertEquals(1, closed.get());
        });
  }
}
