package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Failures;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One scenario in one shape: a policy, a script and the call. */
final class ScenarioFixture {

  final CallShape shape;
  final VirtualTime time;
  final ScriptedOperation<@Nullable Object> operation;

  private final RecordingListener recorder;
  private RetryPolicyBuilder policy =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(100)));
  private final List<UnaryOperator<Retry>> changes = new ArrayList<>();
  private RecordingBudget budget = new RecordingBudget(Long.MAX_VALUE);
  private Consumer<CompletableFuture<?>> meanwhile = call -> {};
  private @Nullable Retry retry;
  private @Nullable CallObservation last;

  ScenarioFixture(CallShape shape, VirtualTime time, RecordingListener recorder) {
    this.shape = shape;
    this.time = time;
    this.recorder = recorder;
    operation = new ScriptedOperation<>(time);
  }

  /** Changes the policy. Initially it has three attempts, 100 ms apart, within 60 s. */
  ScenarioFixture policy(UnaryOperator<RetryPolicyBuilder> change) {
    policy = change.apply(policy);
    return this;
  }

  ScenarioFixture retry(UnaryOperator<Retry> change) {
    changes.add(change);
    return this;
  }

  ScenarioFixture listener(RetryListener listener) {
    return retry(before -> before.withListener(listener));
  }

  ScenarioFixture budgetFor(long retries) {
    budget = new RecordingBudget(retries);
    return this;
  }

  ScenarioFixture budgetThatRefusesFirst(int requests) {
    budget.refuseFirst(requests);
    return this;
  }

  /** Sets an action that runs after the call has begun; for asynchronous shapes only. */
  ScenarioFixture meanwhile(Consumer<CompletableFuture<?>> what) {
    meanwhile = what;
    return this;
  }

  ScenarioFixture at(Duration moment, Runnable what) {
    time.schedule(moment, what);
    return this;
  }

  Retry retry() {
    Retry made = retry;
    if (made == null) {
      made = Retry.of(policy.build()).withEnvironment(time).withBudget(budget);
      for (UnaryOperator<Retry> change : changes) {
        made = change.apply(made);
      }
      retry = made;
    }
    return made;
  }

  List<String> ledger() {
    return budget.ledger();
  }

  CallObservation observe() {
    recorder.clear();
    CallObservation seen = shape.observe(retry(), operation, time, recorder, meanwhile);
    budget.assertSettled();
    assertEquals(0, retry().state().view().retrying(), "calls that are still counted as retrying");
    last = seen;
    return seen;
  }

  /**
   * Makes a call without a listener.
   *
   * @return the failure of the call; null if it returned
   */
  @Nullable Throwable callWithoutListener() {
    CompletableFuture<?> call = shape.form().begin(retry(), operation, time);
    meanwhile.accept(call);
    Object end = time.await(call).handle((value, thrown) -> thrown == null ? value : thrown).join();
    budget.assertSettled();
    assertEquals(0, retry().state().view().retrying(), "calls that are still counted as retrying");
    assertEquals(0, time.pending(), "timers left");
    return end instanceof RetryResult<?> result
        ? result.failure()
        : end instanceof Throwable thrown ? thrown : null;
  }

  @Nullable CallObservation last() {
    return last;
  }

  /** Makes a call that must fail with the instance that the operation threw. */
  CallObservation fails(Throwable failure, StopReason reason, int attempts) {
    CallObservation seen = observe();
    assertEquals(reason, seen.stopReason());
    assertEquals(attempts, seen.attempts());
    assertEquals(attempts, seen.starts().size(), "calls of the operation");
    Throwable thrown = seen.failure();
    assertSame(failure, thrown == null ? null : Failures.unwrap(thrown));
    return seen;
  }

  /** Makes a call that must return a value. */
  CallObservation returns(@Nullable Object value, int attempts) {
    CallObservation seen = observe();
    assertNull(seen.failure());
    assertEquals(StopReason.SUCCEEDED, seen.stopReason());
    assertEquals(attempts, seen.attempts());
    assertEquals(attempts, seen.starts().size(), "calls of the operation");
    if (shape.has(CallShape.Trait.RETURNS_VALUES)) {
      assertEquals(value, seen.value());
    }
    return seen;
  }
}
