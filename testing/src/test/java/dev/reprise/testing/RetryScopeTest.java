package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryOverride;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every shape of a call is changed by the scope that is open when it begins. */
class RetryScopeTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy).withEnvironment(time);
  }

  private static RetryPolicy policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .backoff(Backoff.fixed(Duration.ofSeconds(1)))
        .build();
  }

  static List<CallShape> shapes() {
    return CallShape.all();
  }

  private CallObservation observed(CallShape shape, RetryScope scope) {
    ScriptedOperation<Object> operation =
        new ScriptedOperation<Object>(time)
            .fails(new IOException("one"))
            .fails(new IOException("two"))
            .fails(new IOException("three"));
    try (scope) {
      return shape.observe(retry(policy()), operation, time);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void without_waits_attempts_follow_at_once(CallShape shape) {
    CallObservation seen = observed(shape, RetryScope.noWaits());
    assertThat(seen.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(seen.delays()).containsExactly(Duration.ZERO, Duration.ZERO);
    assertThat(seen.elapsed()).isZero();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void without_retries_there_is_one_attempt(CallShape shape) {
    CallObservation seen = observed(shape, RetryScope.noRetries());
    assertThat(seen.stopReason()).isEqualTo(StopReason.DISABLED);
    assertThat(seen.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_deadline_ends_calls_sooner(CallShape shape) {
    CallObservation seen = observed(shape, RetryScope.within(Duration.ofMillis(1_500)));
    assertThat(seen.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(seen.attempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void has_no_effect_after_it_was_closed(CallShape shape) {
    RetryScope.noRetries().close();
    ScriptedOperation<Object> operation =
        new ScriptedOperation<Object>(time).fails(new IOException("one")).returns("page");
    CallObservation seen = shape.observe(retry(policy()), operation, time);
    assertThat(seen.attempts()).isEqualTo(2);
    assertThat(seen.delays()).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void a_change_that_throws_or_returns_null_leaves_the_other_scopes_in_effect() {
    try (RetryScope outer = RetryScope.noRetries();
        RetryScope faulty = RetryScope.open(retry -> null);
        RetryScope worse =
            RetryScope.open(
                retry -> {
                  throw new IllegalStateException("a bug in a change");
                })) {
      assertThat(attempts()).isEqualTo(1);
    }
    try (RetryScope faulty = RetryScope.open(retry -> null);
        RetryScope inner = RetryScope.noRetries()) {
      assertThat(attempts()).isEqualTo(1);
    }
    try (RetryScope faulty = RetryScope.open(retry -> null)) {
      assertThat(attempts()).isEqualTo(3);
    }
  }

  private int attempts() {
    return retry(policy())
        .execute(
            () -> {
              throw new IOException("down");
            })
        .attempts();
  }

  @Test
  void messages_have_durations_in_words() {
    assertThatThrownBy(() -> RetryScope.within(Duration.ofMillis(-1)))
        .hasMessage("within must be more than 0 s, but was -1 ms");
    assertThatThrownBy(
            () -> new ScriptedOperation<String>(time).returns("a").takes(ms(90_000)).call())
        .hasMessageStartingWith("takes(90 s) has no effect");
    time.stall(ms(1_500));
    assertThat(time).hasToString("virtual time 1500 ms, 0 pending");
  }

  @Test
  void does_not_wait_for_server_hints() {
    RetryPolicy hinted =
        policy().toBuilder()
            .hintsOnSuccess()
            .classifyWith(
                "hint",
                outcome ->
                    outcome.failureOrNull() == null
                        ? Verdict.acceptThenPause(Duration.ofSeconds(5))
                        : Verdict.retryNoSoonerThan(Duration.ofSeconds(5)))
            .build();
    Retry retry = retry(hinted);
    try (RetryScope open = RetryScope.noWaits()) {
      ScriptedOperation<String> operation =
          new ScriptedOperation<String>(time).fails(new IOException("busy")).returns("page");
      assertThat(retry.execute(operation).elapsed()).isZero();
      assertThat(retry.execute(operation).elapsed()).isZero();
    }
  }

  @Test
  void keeps_the_deadline_without_waits() {
    Retry retry = retry(policy().toBuilder().unlimitedAttempts().within(ms(10)).build());
    try (RetryScope open = RetryScope.noWaits()) {
      ScriptedOperation<String> operation =
          new ScriptedOperation<String>(time).takes(ms(4)).fails(new IOException("down"));
      RetryResult<String> result = retry.execute(operation);
      assertThat(result.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(result.attempts()).isEqualTo(3);
    }
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void the_inner_scope_changes_the_retry_of_the_outer_scope() {
    Retry retry = retry(policy());
    try (RetryScope outer = RetryScope.changing(settings -> settings.maxAttempts(2))) {
      try (RetryScope inner = RetryScope.noWaits()) {
        RetryResult<String> both = retry.execute(() -> fail());
        assertThat(both.attempts()).isEqualTo(2);
        assertThat(both.elapsed()).isZero();
      }
      assertThat(retry.execute(() -> fail()).elapsed()).isEqualTo(Duration.ofSeconds(1));
    }
    assertThat(retry.execute(() -> fail()).attempts()).isEqualTo(3);
  }

  private static String fail() throws IOException {
    throw new IOException("down");
  }

  @Test
  void does_not_apply_to_other_threads_without_a_context() throws Exception {
    AtomicReference<Integer> elsewhere = new AtomicReference<>();
    Runnable call = () -> elsewhere.set(retry(policy()).execute(() -> fail()).attempts());
    try (RetryScope open = RetryScope.noRetries()) {
      Thread other = new Thread(call);
      other.start();
      other.join();
      assertThat(elsewhere.get()).isEqualTo(3);

      Runnable carried = carried(call);
      Thread third = new Thread(carried);
      third.start();
      third.join();
      assertThat(elsewhere.get()).isEqualTo(1);
    }
  }

  /** Carries the scope to other threads as a retry with this context does. */
  private static Runnable carried(Runnable work) {
    var snapshot = RetryScope.context().capture();
    return () -> {
      try (var here = snapshot.open()) {
        work.run();
      }
    };
  }

  @Test
  void applies_to_retries_inside_an_attempt_on_another_thread() {
    Retry outer = retry(policy()).withContext(RetryScope.context());
    Retry inner = retry(policy());
    AtomicReference<Integer> attempts = new AtomicReference<>();
    CompletableFuture<String> call;
    try (RetryScope open = RetryScope.noRetries()) {
      call =
          outer.callAsync(
              () -> {
                attempts.set(inner.execute(() -> fail()).attempts());
                return "page";
              },
              time.executor());
    }
    time.await(call);
    assertThat(call).isCompletedWithValue("page");
    assertThat(attempts.get()).isEqualTo(1);
  }

  @Test
  void applies_to_an_asynchronous_call_until_its_end() {
    Retry retry = retry(policy());
    CompletableFuture<String> call;
    ScriptedOperation<String> operation =
        new ScriptedOperation<String>(time)
            .fails(new IOException("one"))
            .fails(new IOException("two"))
            .returns("page");
    try (RetryScope open = RetryScope.noWaits()) {
      call = retry.callAsync(operation::stage);
    }
    time.await(call);
    assertThat(call).isCompletedWithValue("page");
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void can_remove_the_hedge() {
    RetryPolicy hedged =
        policy().toBuilder().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(10))).build();
    ScriptedOperation<String> operation =
        new ScriptedOperation<String>(time).takes(ms(50)).returns("slow");
    try (RetryScope open = RetryScope.changing(settings -> settings.withoutHedge())) {
      assertThat(retry(hedged).execute(operation).attempts()).isEqualTo(1);
      assertThat(retry(hedged).callOrElse(() -> "plain", result -> "fallback")).isEqualTo("plain");
    }
  }

  @Test
  void a_change_that_throws_changes_nothing() throws Exception {
    try (RetryScope open =
        RetryScope.open(
            retry -> {
              throw new IllegalStateException("bug");
            })) {
      assertThat(retry(policy()).execute(() -> fail()).attempts()).isEqualTo(3);
      assertThat(retry(policy()).call(() -> "page")).isEqualTo("page");
    }
    try (RetryScope open = RetryScope.open(retry -> null)) {
      assertThat(retry(policy()).execute(() -> fail()).attempts()).isEqualTo(3);
    }
  }

  @Test
  void must_be_closed_by_its_thread_in_reverse_order() {
    RetryScope outer = RetryScope.noRetries();
    RetryScope inner = RetryScope.noWaits();
    assertThatThrownBy(outer::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in reverse order of opening");
    inner.close();
    inner.close();
    outer.close();
    outer.close();
    assertThat(retry(policy()).execute(() -> fail()).attempts()).isEqualTo(3);
  }

  @Test
  void rejects_a_time_limit_of_zero_and_a_second_override() {
    assertThatThrownBy(() -> RetryScope.within(Duration.ZERO))
        .hasMessage("within must be more than 0 s, but was 0 s");
    RetryScope.noRetries().close();
    assertThatThrownBy(() -> RetryOverride.install(retry -> retry))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("an override is installed already");
  }
}
