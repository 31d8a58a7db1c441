package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that no context is installed on the timer's thread, which all calls share, and that no code
 * of a context runs there.
 */
class ContextOffTimersTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<String> openedOnTimer = new ArrayList<>();
  private boolean onTimer;
  private int opened;

  @Test
  void no_context_is_opened_on_the_timer_whatever_the_shape() {
    for (CallShape shape : CallShape.all()) {
      if (shape.name().startsWith("driver")) {
        continue; // the timer is the caller's event loop, on which its attempts run
      }
      opened = 0;
      Retry retry = retry(shape);
      ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
      operation.hangs().takes(ms(20)).fails(new IOException("reset")).returns(ms(500));
      if (!shape.has(CallShape.Trait.TIMES_OUT_ATTEMPTS)) {
        operation = new ScriptedOperation<>(time).fails(new IOException("reset")).returns(ms(500));
      }
      CallObservation first = shape.observe(retry, operation, time);
      CallObservation afterPause = shape.observe(retry, operation, time);
      assertThat(opened).as(shape.name()).isGreaterThanOrEqualTo(first.attempts() + 1);
      assertThat(afterPause.attempts()).isOne();
    }
    assertThat(openedOnTimer).isEmpty();
  }

  private Retry retry(CallShape shape) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(4)
            .attemptTimeout(ms(70))
            .backoff(Backoff.fixed(ms(100)))
            .hintsOnSuccess()
            .classifyWith(
                "pause",
                outcome ->
                    outcome.valueOrNull() instanceof java.time.Duration pause
                        ? Verdict.acceptThenPause(pause)
                        : Verdict.pass())
            .build();
    CallContext context =
        () ->
            () -> {
              opened++;
              if (onTimer) {
                openedOnTimer.add(shape.name());
              }
              return () -> {};
            };
    return Retry.of(policy).withEnvironment(time.withDelayer(this::schedule)).withContext(context);
  }

  private Delayer.Scheduled schedule(Runnable task, long nanos) {
    return time.delayer()
        .schedule(
            () -> {
              boolean before = onTimer;
              onTimer = true;
              try {
                task.run();
              } finally {
                onTimer = before;
              }
            },
            nanos);
  }
}
