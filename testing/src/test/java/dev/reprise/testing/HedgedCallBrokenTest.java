package dev.reprise.testing;

import static dev.reprise.testing.HedgedPool.atOnce;
import static dev.reprise.testing.Scene.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A budget of somebody else's making that throws: the call ends with that, and leaves nothing. */
class HedgedCallBrokenTest {

  /** What is logged about the bug is expected, and stays out of the build's output. */
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
  private final IllegalStateException bug = new IllegalStateException("no budget");

  private Retry throwingAt(String method) {
    RetryBudget budget =
        (RetryBudget)
            Proxy.newProxyInstance(
                RetryBudget.class.getClassLoader(),
                new Class<?>[] {RetryBudget.class},
                (proxy, called, arguments) -> {
                  if (called.getName().equals(method)) {
                    throw bug;
                  }
                  try {
                    return called.invoke(RetryBudget.unlimited(), arguments);
                  } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                  }
                });
    return Retry.of(atOnce().hedge(Hedge.after(ms(50)).atMost(3)).maxAttempts(9).build())
        .withBudget(budget)
        .withEnvironment(time);
  }

  private void endsWithTheBug(Retry retry) {
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    time.advance(ms(80));
    assertThat(call.handle((value, failure) -> failure)).isCompletedWithValue(bug);
    assertThat(time.pending()).as("timers left").isZero();
    assertThat(retry.state().view().retrying()).as("callers retrying").isZero();
  }

  @Test
  void that_throws_when_asked_for_a_hedge() {
    operation.hangs();
    endsWithTheBug(throwingAt("tryAcquire"));
    assertThat(operation.cutShort()).isEqualTo(1);
  }

  @Test
  void that_throws_when_told_of_a_loser() {
    operation.hangs().takes(ms(20)).fails(new IOException("reset"));
    endsWithTheBug(throwingAt("permitReturned"));
    assertThat(operation.cutShort()).isEqualTo(1);
  }

  @Test
  void that_throws_when_the_caller_cancels() {
    operation.hangs();
    Retry retry = throwingAt("permitReturned");
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    time.advance(ms(80));
    call.cancel(true);
    assertThat(operation.cutShort()).isEqualTo(2);
    assertThat(time.pending()).as("timers left").isZero();
    assertThat(retry.state().view().retrying()).as("callers retrying").isZero();
  }

  @Test
  void that_throws_at_the_beginning() {
    operation.returns("page");
    endsWithTheBug(throwingAt("callStarted"));
  }
}
