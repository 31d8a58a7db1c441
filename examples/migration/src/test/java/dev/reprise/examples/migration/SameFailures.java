package dev.reprise.examples.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Two clients with scripts, one for each library, and what was observed. */
public abstract class SameFailures {

  protected static final IOException RESET = new IOException("reset");

  protected final VirtualTime time = VirtualTime.seeded(1);
  protected final RecordingListener recorder = new RecordingListener();
  protected final ScriptedClient before = new ScriptedClient();
  protected final ScriptedClient after = new ScriptedClient();
  protected final List<Duration> waitsBefore = new ArrayList<>();
  protected final Retry retry;

  protected SameFailures(RetryPolicy policy) {
    retry = Retry.of(policy).withEnvironment(time).withListener(recorder);
  }

  /** A retry in virtual time with the default policy. */
  protected Retry defaults() {
    return retry.withPolicy(RetryPolicy.defaults());
  }

  protected void bothFailWith(IOException failure) {
    before.fails(failure);
    after.fails(failure);
  }

  /** Calls a service that is down for 20 calls, by both. */
  protected void assertBudgetLimitsRetries(
      ThrowingCallable callBefore, ThrowingCallable callAfter) {
    bothFailWith(RESET);
    for (int i = 0; i < 20; i++) {
      assertThat(catchThrowable(callBefore)).isNotNull();
      assertThat(catchThrowable(callAfter)).isSameAs(RESET);
    }
    assertThat(before.calls()).isEqualTo(100);
    assertThat(after.calls()).isEqualTo(40);
  }

  /** Makes both calls of threads that are interrupted before the first wait. */
  protected Throwable interruptedBefore(ThrowingCallable callBefore, ThrowingCallable callAfter) {
    before.isInterruptedAndFails(RESET);
    after.isInterruptedAndFails(RESET);
    Throwable thrown = catchThrowable(callBefore);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(catchThrowable(callAfter)).isSameAs(RESET);
    assertThat(Thread.interrupted()).isTrue();
    return thrown;
  }

  /** Compares the calls that a bug causes with the defaults of the other library. */
  protected void assertCallsForBug(Throwable bug, int expectedBefore, Caller callBefore) {
    ScriptedClient first = new ScriptedClient().fails(bug);
    ScriptedClient second = new ScriptedClient().fails(bug);
    assertThat(catchThrowable(() -> callBefore.find(first)))
        .satisfiesAnyOf(
            thrown -> assertThat(thrown).isSameAs(bug), thrown -> assertThat(thrown).hasCause(bug));
    assertThat(catchThrowable(() -> defaults().call(() -> second.find("7")))).isSameAs(bug);
    assertThat(first.calls()).isEqualTo(expectedBefore);
    assertThat(second.calls()).isEqualTo(1);
  }

  /** Calls a client by the other library. */
  protected interface Caller {
    void find(ScriptedClient client) throws Throwable;
  }
}
