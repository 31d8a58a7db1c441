package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Interrupts, errors and cancellation, which end a call at once. */
class StoppingScenarios extends Scenarios {

  StoppingScenarios(ScenarioRunner runner) {
    super(runner);
  }

  private static List<Error> errors() {
    return List.of(
        new AssertionError("wrong"),
        new OutOfMemoryError("full"),
        new StackOverflowError("deep"),
        new NoClassDefFoundError("gone"));
  }

  @Test
  @DisplayName("trap 13: an interrupt during the wait throws the last failure and sets the flag")
  void an_interrupt_during_the_wait_throws_the_last_failure_and_sets_the_flag() {
    inShapesWithout(
        Trait.ASYNC,
        fixture -> {
          IOException failure = new IOException("second");
          Thread caller = Thread.currentThread();
          fixture.at(ms(150), caller::interrupt);
          fixture.operation.fails(new IOException("first")).fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.INTERRUPTED, 2);
          assertTrue(Thread.interrupted(), "flag");
          assertEquals(ms(150), seen.elapsed());
        });
  }

  @Test
  @DisplayName("trap 13: a thread that was interrupted before the wait does not wait")
  void a_thread_that_was_interrupted_before_the_wait_does_not_wait() {
    for (Backoff backoff : List.of(Backoff.fixed(ms(100)), Backoff.none())) {
      inShapesWithout(
          Trait.ASYNC,
          fixture -> {
            IOException failure = new IOException("reset");
            fixture.policy(p -> p.backoff(backoff));
            fixture.operation.runs(
                () -> {
                  Thread.currentThread().interrupt();
                  throw failure;
                });
            CallObservation seen = fixture.fails(failure, StopReason.INTERRUPTED, 1);
            assertTrue(Thread.interrupted(), "flag");
            assertEquals(Duration.ZERO, seen.elapsed());
          });
    }
  }

  @Test
  @DisplayName("trap 14: an InterruptedException is never retried, and the flag is set")
  void an_InterruptedException_is_never_retried() {
    inEveryShape(
        fixture -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          fixture.operation.fails(new IOException("reset")).fails(interrupt);
          fixture.fails(interrupt, StopReason.INTERRUPTED, 2);
          assertEquals(!fixture.shape.has(Trait.STAGES), Thread.interrupted(), "flag");
        });
    inEveryShape(
        fixture -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          fixture.operation.fails(interrupt);
          fixture.fails(interrupt, StopReason.INTERRUPTED, 1);
          assertEquals(!fixture.shape.has(Trait.STAGES), Thread.interrupted(), "flag");
        });
    inEveryShape(
        fixture -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          fixture.operation.failsWrapped(interrupt);
          fixture.fails(interrupt, StopReason.INTERRUPTED, 1);
        });
  }

  @Test
  @DisplayName("trap 14: a socket timeout is not an interrupt")
  void a_socket_timeout_is_not_an_interrupt() {
    inEveryShape(
        fixture -> {
          fixture.operation.fails(new SocketTimeoutException("slow")).returns("page");
          fixture.returns("page", 2);
        });
  }

  @Test
  @DisplayName("trap 15: errors are never retried, wrapped or not")
  void errors_are_never_retried_wrapped_or_not() {
    for (Error error : errors()) {
      inEveryShape(
          fixture -> {
            fixture.operation.fails(error);
            fixture.fails(error, StopReason.NOT_RETRYABLE, 1);
          });
      inEveryShape(
          fixture -> {
            fixture.operation.failsWrapped(error);
            fixture.fails(error, StopReason.NOT_RETRYABLE, 1);
          });
      inEveryShape(
          fixture -> {
            fixture.policy(p -> p.retryIf(failure -> true).retryOn(Throwable.class));
            fixture.operation.fails(new IOException("reset")).failsWrapped(error);
            fixture.fails(error, StopReason.NOT_RETRYABLE, 2);
          });
    }
  }

  @Test
  void an_error_that_retry_on_names_is_retried() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.retryOn(StackOverflowError.class));
          fixture.operation.fails(new StackOverflowError("deep")).returns("page");
          fixture.returns("page", 2);
        });
  }

  @Test
  @DisplayName("trap 16: a future that the user cancelled is not retried")
  void a_future_that_the_user_cancelled_is_not_retried() {
    inEveryShape(
        fixture -> {
          CancellationException cancelled = new CancellationException("by the user");
          fixture.operation.fails(cancelled);
          fixture.fails(cancelled, StopReason.CANCELLED, 1);
        });
    inEveryShape(
        fixture -> {
          CancellationException cancelled = new CancellationException("by the user");
          fixture.operation.fails(new IOException("reset")).failsWrapped(cancelled);
          fixture.fails(cancelled, StopReason.CANCELLED, 2);
        });
  }

  @Test
  void bugs_are_not_retried() {
    inEveryShape(
        fixture -> {
          NullPointerException bug = new NullPointerException("a bug");
          fixture.operation.fails(bug);
          fixture.fails(bug, StopReason.NOT_RETRYABLE, 1);
          assertEquals(
              List.of("started", "finished"), fixture.ledger(), "no sign of a failing server");
        });
  }
}
