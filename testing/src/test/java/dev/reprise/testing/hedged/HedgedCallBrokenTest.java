package dev.reprise.testing.hedged;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a clock that throws in the middle of a call: the call ends with the exception, and leaves
 * nothing behind.
 */
class HedgedCallBrokenTest {

  /** Silences the expected log messages about the bug. */
  private final Logger log = Logger.getLogger("dev.reprise");

  @BeforeEach
  void mute() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void unmute() {
    log.setLevel(null);
  }

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
  private final IllegalStateException bug = new IllegalStateException("no clock");
  private boolean broken;

  private final RecordingBudget budget = new RecordingBudget(99);
  private final RecordingListener recorder = new RecordingListener();

  private Retry retry() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(9)
            .backoff(Backoff.none())
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(ms(50)).maxInFlight(3))
            .build();
    return Retry.of(policy)
        .withBudget(budget)
        .withListener(recorder)
        .withEnvironment(time.withTicks(this::nanos));
  }

  private void endsWithTheBug(Retry retry, CompletableFuture<Object> call) {
    time.advance(ms(80));
    assertThat(call.handle((value, failure) -> failure)).isCompletedWithValue(bug);
    assertThat(time.pending()).as("timers left").isZero();
    leavesNothing(retry);
  }

  private void leavesNothing(Retry retry) {
    assertThat(retry.state().view().retrying()).as("callers retrying").isZero();
    budget.assertSettled();
    recorder.assertGrammar();
    assertThat(recorder.stopReason()).isNotNull();
  }

  @Test
  void that_throws_when_a_hedge_is_due() {
    operation.hangs();
    Retry retry = retry();
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    broken = true;
    endsWithTheBug(retry, call);
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void that_throws_is_in_the_event_of_the_attempt_so_that_it_is_logged() {
    operation.hangs();
    Retry retry = retry();
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    broken = true;
    endsWithTheBug(retry, call);
    assertThat(recorder.recorded(RetryEvent.AttemptFinished.class))
        .extracting(RetryEvent.AttemptFinished::decision)
        .containsExactly(new Decision.GiveUp(Verdict.abort(), StopReason.POLICY_FAILED, bug));
  }

  @Test
  void that_throws_when_an_attempt_completes_while_another_is_in_flight() {
    operation.hangs().takes(ms(20)).fails(new IOException("reset"));
    Retry retry = retry();
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    time.advance(ms(60));
    broken = true;
    endsWithTheBug(retry, call);
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void that_throws_when_the_caller_cancels() {
    operation.hangs();
    Retry retry = retry();
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    time.advance(ms(80));
    broken = true;
    call.cancel(true);
    assertThat(operation.cancelledAttempts()).isEqualTo(2);
    assertThat(call).isCancelled();
    assertThat(time.pending()).as("timers left").isZero();
    leavesNothing(retry);
  }

  private long nanos() {
    if (broken) {
      throw bug;
    }
    return time.ticks().nanos();
  }
}
