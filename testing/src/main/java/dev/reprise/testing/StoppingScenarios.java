package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Interrupts, errors and cancellations: what ends a call at once. */
class StoppingScenarios extends Scenarios {

  StoppingScenarios(ContractStage stage) {
    super(stage);
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
        scene -> {
          IOException failure = new IOException("second");
          Thread caller = Thread.currentThread();
          scene.at(ms(150), caller::interrupt);
          scene.operation.fails(new IOException("first")).fails(failure);
          Observed seen = scene.fails(failure, StopReason.INTERRUPTED, 2);
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
          scene -> {
            IOException failure = new IOException("reset");
            scene.policy(p -> p.backoff(backoff));
            scene.operation.does(
                () -> {
                  Thread.currentThread().interrupt();
                  throw failure;
                });
            Observed seen = scene.fails(failure, StopReason.INTERRUPTED, 1);
            assertTrue(Thread.interrupted(), "flag");
            assertEquals(Duration.ZERO, seen.elapsed());
          });
    }
  }

  @Test
  @DisplayName("trap 14: an InterruptedException is never retried, and the flag is set")
  void an_InterruptedException_is_never_retried() {
    inEveryShape(
        scene -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          scene.operation.fails(new IOException("reset")).fails(interrupt);
          scene.fails(interrupt, StopReason.INTERRUPTED, 2);
          assertEquals(!scene.shape.has(Trait.STAGES), Thread.interrupted(), "flag");
        });
    inEveryShape(
        scene -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          scene.operation.fails(interrupt);
          scene.fails(interrupt, StopReason.INTERRUPTED, 1);
          assertEquals(!scene.shape.has(Trait.STAGES), Thread.interrupted(), "flag");
        });
    inEveryShape(
        scene -> {
          InterruptedException interrupt = new InterruptedException("asked to stop");
          scene.operation.failsWrapped(interrupt);
          scene.fails(interrupt, StopReason.INTERRUPTED, 1);
        });
  }

  @Test
  @DisplayName("trap 14: a socket that timed out was not interrupted")
  void a_socket_that_timed_out_was_not_interrupted() {
    inEveryShape(
        scene -> {
          scene.operation.fails(new SocketTimeoutException("slow")).returns("page");
          scene.returns("page", 2);
        });
  }

  @Test
  @DisplayName("trap 15: errors are never retried, wrapped or not")
  void errors_are_never_retried_wrapped_or_not() {
    for (Error error : errors()) {
      inEveryShape(
          scene -> {
            scene.operation.fails(error);
            scene.fails(error, StopReason.NOT_RETRYABLE, 1);
          });
      inEveryShape(
          scene -> {
            scene.operation.failsWrapped(error);
            scene.fails(error, StopReason.NOT_RETRYABLE, 1);
          });
      inEveryShape(
          scene -> {
            scene.policy(p -> p.retryIf(failure -> true).retryOn(Throwable.class));
            scene.operation.fails(new IOException("reset")).failsWrapped(error);
            scene.fails(error, StopReason.NOT_RETRYABLE, 2);
          });
    }
  }

  @Test
  void an_error_that_is_named_is_retried() {
    inEveryShape(
        scene -> {
          scene.policy(p -> p.retryOn(StackOverflowError.class));
          scene.operation.fails(new StackOverflowError("deep")).returns("page");
          scene.returns("page", 2);
        });
  }

  @Test
  @DisplayName("trap 16: a cancelled future of the user is not retried")
  void a_cancelled_future_of_the_user_is_not_retried() {
    inEveryShape(
        scene -> {
          CancellationException cancelled = new CancellationException("by the user");
          scene.operation.fails(cancelled);
          scene.fails(cancelled, StopReason.CANCELLED, 1);
        });
    inEveryShape(
        scene -> {
          CancellationException cancelled = new CancellationException("by the user");
          scene.operation.fails(new IOException("reset")).failsWrapped(cancelled);
          scene.fails(cancelled, StopReason.CANCELLED, 2);
        });
  }

  @Test
  void bugs_are_not_retried() {
    inEveryShape(
        scene -> {
          NullPointerException bug = new NullPointerException("a bug");
          scene.operation.fails(bug);
          scene.fails(bug, StopReason.NOT_RETRYABLE, 1);
          assertEquals(List.of("started", "finished"), scene.ledger(), "no sign of a sick server");
        });
  }
}
