package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RetryScope;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Observed calls that an override changes, and those that end with a fallback or a backup. */
class ObservedEndingsTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<String> seen = new ArrayList<>();
  private int open;

  private final Retry retry =
      Retry.of(RetryPolicy.builder().maxAttempts(2).backoff(Backoff.fixed(ms(100))).build())
          .withEnvironment(time);
  private final Operation<String, IOException> failing =
      () -> {
        throw new IOException("reset");
      };

  private final CallObserver observer =
      origin -> {
        seen.add("begin");
        return new CallObserver.ObservedCall() {
          @Override
          public CallContext.Scope beginAttempt(Attempt attempt) {
            seen.add("attempt " + attempt.number());
            return open();
          }

          @Override
          public CallContext.Scope open() {
            open++;
            return () -> open--;
          }

          @Override
          public void on(RetryEvent event) {
            if (event instanceof RetryEvent.CallFinished finished) {
              seen.add(finished.stopReason().toString());
            }
          }
        };
      };

  static List<CallShape> shapes() {
    return CallShape.all();
  }

  private CallObservation observe(CallShape shape, Retry called) {
    ScriptedOperation<Object> operation =
        new ScriptedOperation<Object>(time)
            .fails(new IOException("one"))
            .fails(new IOException("two"));
    return shape.observe(called, operation, time);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void an_override_keeps_the_observers_of_the_retry(CallShape shape) {
    try (RetryScope scope = RetryScope.noWaits()) {
      assertThat(observe(shape, retry.withObserver(observer)).elapsed()).isZero();
    }
    assertThat(seen).containsExactly("begin", "attempt 1", "attempt 2", "attempts used up");
    assertThat(open).isZero();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void an_override_can_add_an_observer(CallShape shape) {
    try (RetryScope scope = RetryScope.open(any -> any.withObserver(observer))) {
      CallObservation unused = observe(shape, retry);
    }
    assertThat(seen).containsExactly("begin", "attempt 1", "attempt 2", "attempts used up");
  }

  @Test
  void a_fallback_comes_after_the_last_event_and_in_the_scope_of_the_call() {
    Retry observed = retry.withObserver(observer);
    CompletableFuture<String> call =
        observed.callAsyncOrElse(
            failing,
            time.executor(),
            result -> {
              seen.add("fallback in " + open);
              return "cached";
            });
    assertThat(time.await(call).join()).isEqualTo("cached");
    assertThat(seen)
        .containsExactly("begin", "attempt 1", "attempt 2", "attempts used up", "fallback in 1");
    assertThat(open).isZero();
  }

  @Test
  void a_backup_runs_in_the_scope_of_the_call_and_is_no_attempt() {
    Retry observed = retry.withObserver(observer);
    Backup<String> backup =
        Backup.of(
            () -> {
              seen.add("backup in " + open);
              return "replica";
            });
    CompletableFuture<String> call = observed.callAsyncOrElse(failing, time.executor(), backup);
    assertThat(time.await(call).join()).isEqualTo("replica");
    assertThat(seen)
        .containsExactly("begin", "attempt 1", "backup in 1", "attempt 2", "attempts used up");
    assertThat(open).isZero();
  }
}
