package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a custom budget that throws, in every shape of call. */
class ThrowingBudgetTest {

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

  private static RetryBudget throwingAt(String method) {
    return (RetryBudget)
        Proxy.newProxyInstance(
            RetryBudget.class.getClassLoader(),
            new Class<?>[] {RetryBudget.class},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                throw new IllegalStateException("no budget");
              }
              try {
                return called.invoke(RetryBudget.unlimited(), arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }

  private static CallObservation observe(
      CallShape shape, String method, ScriptedOperation<Object> operation, VirtualTime time) {
    RetryPolicy policy = RetryPolicy.builder().backoff(Backoff.fixed(ms(100))).build();
    Retry retry = Retry.of(policy).withBudget(throwingAt(method)).withEnvironment(time);
    CallObservation seen = shape.observe(retry, operation, time);
    assertThat(retry.state().view().retrying()).as("callers retrying").isZero();
    assertThat(time.pending()).as("timers left").isZero();
    return seen;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"callStarted", "firstAttemptFailed", "permitReturned", "callFinished", "isFull"})
  void changes_no_call_when_a_notification_throws(String method) {
    for (CallShape shape : CallShape.all()) {
      VirtualTime time = VirtualTime.seeded(1);
      ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
      operation.fails(new IOException("reset")).returns("page");
      CallObservation seen = observe(shape, method, operation, time);
      assertThat(seen.stopReason()).as(shape.name()).isEqualTo(StopReason.SUCCEEDED);
      assertThat(seen.attempts()).as(shape.name()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"callStarted", "firstAttemptSucceeded"})
  void changes_no_call_that_succeeds_at_once(String method) {
    for (CallShape shape : CallShape.all()) {
      VirtualTime time = VirtualTime.seeded(1);
      CallObservation seen =
          observe(shape, method, new ScriptedOperation<>(time).returns("page"), time);
      assertThat(seen.stopReason()).as(shape.name()).isEqualTo(StopReason.SUCCEEDED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "tryAcquire")
  void refuses_the_retry_when_try_acquire_throws(String method) {
    for (CallShape shape : CallShape.all()) {
      VirtualTime time = VirtualTime.seeded(1);
      IOException failure = new IOException("reset");
      ScriptedOperation<Object> operation = new ScriptedOperation<>(time).fails(failure);
      CallObservation seen = observe(shape, method, operation, time);
      assertThat(seen.stopReason()).as(shape.name()).isEqualTo(StopReason.BUDGET);
      assertThat(seen.failure()).as(shape.name()).isSameAs(failure);
      assertThat(seen.attempts()).as(shape.name()).isEqualTo(1);
    }
  }
}
