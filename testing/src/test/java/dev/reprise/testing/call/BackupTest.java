package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.contract.UncancellableStage;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests backups in every shape that has fallbacks. */
class BackupTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final RecordingBudget budget = new RecordingBudget(Long.MAX_VALUE);
  private final ScriptedOperation<Object> primary = new ScriptedOperation<>(time);
  private final ScriptedOperation<Object> replica = new ScriptedOperation<>(time);
  private final IOException failure = new IOException("reset");
  private final List<String> closed = new ArrayList<>();

  /** A shape, and whether its backup is a stage. */
  private enum Form {
    BLOCKING(Backup::of),
    BLOCKING_WITH(Backup::of),
    BLOCKING_FOR_A_STAGE(null),
    BLOCKING_HEDGED(Backup::of),
    STAGES(null),
    STAGES_WITH(null),
    STAGES_FOR_A_BLOCKING_ONE(Backup::of),
    STAGES_HEDGED(null),
    ON_EXECUTOR(Backup::of),
    ON_EXECUTOR_WITH(Backup::of),
    ON_EXECUTOR_HEDGED(Backup::of);

    private final @Nullable BackupOf blocking;

    Form(@Nullable BackupOf blocking) {
      this.blocking = blocking;
    }

    private interface BackupOf {
      Backup<Object> of(Operation<Object, ?> operation);
    }

    boolean isHedged() {
      return name().endsWith("HEDGED");
    }

    boolean isBlocking() {
      return name().startsWith("BLOCKING");
    }

    /**
     * Returns whether attempts and backup are asynchronous, so that overlaps are visible in virtual
     * time.
     */
    boolean overlaps() {
      return name().startsWith("STAGES") && blocking == null;
    }

    Backup<Object> backup(ScriptedOperation<Object> operation) {
      return blocking == null ? Backup.ofStage(operation::stage) : blocking.of(operation);
    }

    CompletableFuture<Object> begin(
        BackupTest test, Retry retry, ScriptedOperation<Object> op, Backup<Object> backup) {
      Executor executor = test.time.executor();
      return switch (this) {
        case BLOCKING, BLOCKING_FOR_A_STAGE, BLOCKING_HEDGED ->
            done(() -> retry.callOrElse(op, backup));
        case BLOCKING_WITH -> done(() -> retry.callWithOrElse(op::callWith, backup));
        case STAGES, STAGES_FOR_A_BLOCKING_ONE, STAGES_HEDGED ->
            retry.callAsyncOrElse(op::stage, backup);
        case STAGES_WITH -> retry.callAsyncWithOrElse(op::stageWith, backup);
        case ON_EXECUTOR, ON_EXECUTOR_HEDGED -> retry.callAsyncOrElse(op, executor, backup);
        case ON_EXECUTOR_WITH -> retry.callAsyncWithOrElse(op::callWith, executor, backup);
      };
    }

    private static CompletableFuture<Object> done(Operation<Object, ?> call) {
      try {
        return CompletableFuture.completedFuture(call.call());
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  private record Page(String name, List<String> closed) implements AutoCloseable {

    @Override
    public void close() {
      closed.add(name);
    }
  }

  /**
   * Returns a retry with three attempts, 100 ms apart; in hedging shapes with a hedge that is too
   * late to matter.
   */
  private Retry retry(Form form, UnaryOperator<RetryPolicyBuilder> change) {
    RetryPolicyBuilder policy = RetryPolicy.builder().backoff(Backoff.fixed(ms(100)));
    if (form.isHedged()) {
      policy.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofHours(10)));
    }
    return Retry.of(change.apply(policy).build())
        .withEnvironment(time)
        .withExecutor(time.executor())
        .withBudget(budget)
        .withListener(recorder);
  }

  private CompletableFuture<Object> call(Form form, UnaryOperator<RetryPolicyBuilder> change) {
    return call(form, retry(form, change));
  }

  private CompletableFuture<Object> call(Form form, Retry retry) {
    CompletableFuture<Object> call =
        time.await(form.begin(this, retry, primary, form.backup(replica)));
    time.runUntilIdle();
    budget.assertSettled();
    assertThat(retry.state().view().retrying()).isZero();
    return call;
  }

  private Object value(Form form) {
    return call(form, policy -> policy).join();
  }

  private static Throwable thrown(CompletableFuture<?> call) {
    Throwable thrown = catchThrowable(call::join);
    assertThat(thrown).isInstanceOf(CompletionException.class);
    return thrown.getCause();
  }

  @ParameterizedTest
  @EnumSource
  void is_not_started_where_the_first_attempt_succeeds(Form form) {
    primary.returns("page");
    assertThat(value(form)).isEqualTo("page");
    assertThat(replica.calls()).isZero();
    assertThat(recorder.recorded()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void starts_at_the_first_failure_and_is_used_when_the_retries_have_ended(Form form) {
    primary.fails(failure);
    replica.returns("replica");

    assertThat(value(form)).isEqualTo("replica");

    assertThat(replica.starts()).containsExactly(Duration.ZERO);
    assertThat(primary.starts()).containsExactly(Duration.ZERO, ms(100), ms(200));
    assertThat(time.elapsed()).isEqualTo(ms(200));
  }

  @ParameterizedTest
  @EnumSource
  void is_started_where_the_call_gives_up_at_once(Form form) {
    primary.fails(failure);
    replica.takes(ms(30)).returns("replica");

    assertThat(call(form, policy -> policy.abortOn(IOException.class)).join()).isEqualTo("replica");

    assertThat(primary.calls()).isEqualTo(1);
    assertThat(time.elapsed()).isGreaterThanOrEqualTo(ms(30));
  }

  @ParameterizedTest
  @EnumSource
  void does_not_change_events_budget_and_report_of_the_call(Form form) {
    primary.fails(failure);
    replica.returns("replica");

    assertThat(value(form)).isEqualTo("replica");

    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(recorder.recorded(RetryEvent.CallFinished.class).get(0).attempts()).isEqualTo(3);
    recorder.assertGrammar();
    assertThat(RetryReport.of(failure).orElseThrow().stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(budget.ledger())
        .containsExactly("started", "failed", "granted", "lost", "granted", "lost", "finished");
  }

  @ParameterizedTest
  @EnumSource
  void that_still_runs_is_awaited_when_the_retries_have_ended(Form form) {
    primary.fails(failure);
    replica.takes(ms(500)).returns("replica");

    assertThat(value(form)).isEqualTo("replica");

    if (form.overlaps()) {
      assertThat(primary.starts()).containsExactly(Duration.ZERO, ms(100), ms(200));
      assertThat(time.elapsed()).isEqualTo(ms(500));
    }
  }

  @ParameterizedTest
  @EnumSource
  void that_has_a_result_is_closed_if_a_retry_succeeds(Form form) {
    primary.fails(failure).returns("page");
    replica.returns(new Page("replica", closed));

    assertThat(value(form)).isEqualTo("page");

    assertThat(replica.calls()).isEqualTo(1);
    assertThat(closed).containsExactly("replica");
  }

  @ParameterizedTest
  @EnumSource
  void that_returns_the_same_instance_as_the_call_is_not_closed(Form form) {
    Page same = new Page("same", closed);
    primary.fails(failure).returns(same);
    replica.returns(same);

    assertThat(value(form)).isSameAs(same);
    assertThat(closed).isEmpty();
  }

  @Test
  void that_runs_is_cancelled_if_a_retry_succeeds() {
    primary.fails(failure).takes(ms(20)).returns("page");
    replica.hangs();

    assertThat(value(Form.STAGES)).isEqualTo("page");

    assertThat(replica.cancelledAttempts()).isEqualTo(1);
    assertThat(time.elapsed()).isEqualTo(ms(120));
  }

  @Test
  void whose_stage_ignores_the_cancel_has_its_late_result_closed() {
    primary.fails(failure).returns("page");
    UncancellableStage<Object> late = new UncancellableStage<>();
    CompletableFuture<Object> call =
        retry(Form.STAGES, policy -> policy)
            .callAsyncOrElse(primary::stage, Backup.ofStage(() -> late));

    assertThat(time.await(call).join()).isEqualTo("page");
    late.complete(new Page("late", closed));

    assertThat(closed).containsExactly("late");
  }

  @ParameterizedTest
  @EnumSource
  void that_fails_is_suppressed_in_the_failure_of_the_call(Form form) {
    IOException own = new IOException("replica down");
    primary.fails(failure);
    replica.fails(own);

    assertThat(thrown(call(form, policy -> policy))).isSameAs(failure);
    assertThat(failure.getSuppressed()).contains(own);
    assertThat(replica.calls()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void that_fails_after_a_rejected_result_is_suppressed_in_the_rejection(Form form) {
    IOException own = new IOException("replica down");
    primary.returns("busy");
    replica.fails(own);

    Throwable thrown =
        thrown(call(form, policy -> policy.retryOnResult(Object.class, "busy"::equals)));

    assertThat(thrown).isInstanceOf(ResultRejectedException.class);
    assertThat(thrown.getSuppressed()).contains(own);
  }

  @ParameterizedTest
  @EnumSource
  void that_fails_is_ignored_if_a_retry_succeeds(Form form) {
    primary.fails(failure).returns("page");
    replica.fails(new StackOverflowError());
    assertThat(value(form)).isEqualTo("page");
  }

  @ParameterizedTest
  @EnumSource
  void whose_error_is_the_result_throws_it(Form form) {
    Error error = new StackOverflowError();
    primary.fails(failure);
    replica.fails(error);

    assertThat(thrown(call(form, policy -> policy))).isSameAs(error);
    assertThat(error.getSuppressed()).containsExactly(failure);
  }

  @ParameterizedTest
  @EnumSource
  void is_not_used_for_an_error_of_the_operation(Form form) {
    Error error = new StackOverflowError();
    primary.fails(failure).fails(error);
    replica.returns(new Page("replica", closed));

    assertThat(thrown(call(form, policy -> policy))).isSameAs(error);
    assertThat(closed).containsExactly("replica");
  }

  @ParameterizedTest
  @EnumSource
  void is_not_used_when_the_retry_is_shut_down(Form form) {
    primary.fails(failure);
    replica.returns(new Page("replica", closed));
    Retry retry = retry(form, policy -> policy);
    time.schedule(ms(50), retry::shutdown);

    assertThat(thrown(call(form, retry))).isSameAs(failure);
    assertThat(closed).containsExactly("replica");
    assertThat(recorder.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"BLOCKING_FOR_A_STAGE", "STAGES", "STAGES_WITH", "STAGES_HEDGED"})
  void that_alone_still_runs_is_cancelled_when_the_retry_is_shut_down(Form form) {
    primary.fails(failure);
    replica.hangs();
    Retry retry = retry(form, RetryPolicyBuilder::withoutTimeLimit);
    time.schedule(ms(10_000), retry::shutdown);

    assertThat(thrown(call(form, retry))).isSameAs(failure);
    assertThat(failure.getSuppressed())
        .anySatisfy(
            own ->
                assertThat(own)
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("the retry was shut down before its backup had an answer"));
    assertThat(replica.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(time.elapsed()).isEqualTo(ms(10_000));
  }

  @ParameterizedTest
  @EnumSource(names = {"BLOCKING_FOR_A_STAGE", "STAGES", "STAGES_WITH", "STAGES_HEDGED"})
  void is_not_awaited_by_calls_after_a_shutdown(Form form) {
    primary.fails(failure);
    replica.hangs();
    Retry retry = retry(form, policy -> policy.withoutTimeLimit().maxAttempts(1));
    retry.shutdown();

    assertThat(thrown(call(form, retry))).isSameAs(failure);
    assertThat(replica.cancelledAttempts()).isEqualTo(replica.calls());
  }

  @ParameterizedTest
  @EnumSource
  void is_not_used_for_a_rejected_result_that_the_policy_returns(Form form) {
    primary.returns("busy");
    replica.returns(new Page("replica", closed));

    CompletableFuture<Object> call =
        call(
            form, policy -> policy.retryOnResult(Object.class, "busy"::equals).returningRejected());

    assertThat(call.join()).isEqualTo("busy");
    assertThat(closed).containsExactly("replica");
  }

  @ParameterizedTest
  @EnumSource
  void that_replaces_a_rejected_result_closes_it_if_the_policy_requests_that(Form form) {
    Page busy = new Page("busy", closed);
    primary.returns(busy);
    replica.returns(new Page("replica", closed));

    call(form, policy -> policy.retryOnResult(Object.class, busy::equals)).join();
    assertThat(closed).isEmpty();

    call(form, policy -> policy.retryOnResult(Object.class, busy::equals).closingRejected()).join();
    assertThat(closed).containsExactly("busy");
  }

  @ParameterizedTest
  @EnumSource
  void is_awaited_until_the_deadline_of_the_call(Form form) {
    primary.fails(failure);
    replica.takes(ms(500)).returns(new Page("late", closed));

    CompletableFuture<Object> call = call(form, policy -> policy.within(ms(300)));

    if (form.overlaps()) {
      assertThat(thrown(call)).isSameAs(failure);
      assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(TimeoutException.class);
      assertThat(replica.cancelledAttempts()).isEqualTo(1);
      assertThat(time.elapsed()).isEqualTo(ms(300));
    }
    assertThat(time.pending()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void has_the_remaining_time_of_a_call_that_gave_up_before_its_deadline(Form form) {
    primary.takes(ms(10)).fails(failure);
    replica.takes(ms(40)).returns("replica");

    assertThat(call(form, policy -> policy.within(ms(60))).join()).isEqualTo("replica");

    assertThat(primary.calls()).isEqualTo(1);
    assertThat(time.elapsed()).isEqualTo(ms(50));
    assertThat(time.pending()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void has_no_attempt_timeout(Form form) {
    primary.fails(failure);
    replica.takes(ms(500)).returns("replica");
    assertThat(call(form, policy -> policy.attemptTimeout(ms(50))).join()).isEqualTo("replica");
    assertThat(replica.cancelledAttempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void starts_if_the_first_attempt_times_out(Form form) {
    primary.hangs();
    replica.returns("replica");
    assertThat(call(form, policy -> policy.attemptTimeout(ms(50))).join()).isEqualTo("replica");
    assertThat(replica.starts()).containsExactly(ms(50));
  }

  @ParameterizedTest
  @EnumSource
  void that_throws_at_once_or_starts_no_stage_has_failed(Form form) {
    primary.fails(failure);
    replica.throwsInsteadOfStage(new IOException("replica down"));
    assertThat(thrown(call(form, policy -> policy))).isSameAs(failure);
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(IOException.class);
  }

  @Test
  void whose_stage_is_null_has_failed() {
    primary.fails(failure);
    replica.returnsNoStage();
    assertThat(thrown(call(Form.STAGES, policy -> policy))).isSameAs(failure);
    assertThat(failure.getSuppressed())
        .extracting(Throwable::getMessage)
        .contains("the backup returned null in place of a stage");
  }

  @ParameterizedTest
  @EnumSource
  void starts_once_in_each_call(Form form) {
    primary.fails(failure);
    replica.returns("replica");
    Retry retry = retry(form, policy -> policy.maxAttempts(5));
    Backup<Object> backup = form.backup(replica);

    for (int call = 1; call <= 3; call++) {
      assertThat(time.await(form.begin(this, retry, primary, backup)).join()).isEqualTo("replica");
      assertThat(replica.calls()).isEqualTo(call);
    }
  }

  @Test
  void of_a_hedged_call_starts_at_the_first_failure_while_another_attempt_runs() {
    primary.takes(ms(60)).fails(failure).takes(ms(200)).fails(failure);
    replica.takes(ms(10)).returns("replica");

    CompletableFuture<Object> call =
        call(
            Form.STAGES_HEDGED,
            policy -> policy.maxAttempts(2).hedge(Hedge.after(Duration.ofMillis(50))));

    assertThat(call.join()).isEqualTo("replica");
    assertThat(replica.starts()).containsExactly(ms(60));
    assertThat(time.elapsed()).isEqualTo(ms(250));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "BLOCKING.*")
  void ends_if_the_caller_cancels_the_call(Form form) {
    primary.fails(failure);
    replica.returns(new Page("replica", closed));
    CompletableFuture<Object> call =
        form.begin(this, retry(form, policy -> policy), primary, form.backup(replica));
    time.schedule(ms(150), () -> call.cancel(true));

    time.await(call);
    time.runUntilIdle();

    assertThat(call).isCancelled();
    assertThat(primary.calls()).isEqualTo(2);
    assertThat(closed).containsExactly("replica");
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @ParameterizedTest
  @EnumSource(names = {"STAGES", "STAGES_WITH", "STAGES_HEDGED"})
  void that_continues_after_the_retries_ends_if_the_caller_completes_the_call(Form form) {
    primary.fails(failure);
    replica.hangs();
    CompletableFuture<Object> call =
        form.begin(this, retry(form, policy -> policy), primary, form.backup(replica));
    time.schedule(ms(900), () -> call.complete("other"));

    assertThat(time.await(call).join()).isEqualTo("other");

    assertThat(replica.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(time.pending()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"STAGES", "STAGES_WITH", "STAGES_HEDGED"})
  void during_a_wait_ends_if_the_caller_completes_the_call(Form form) {
    primary.fails(failure);
    replica.hangs();
    CompletableFuture<Object> call =
        form.begin(this, retry(form, policy -> policy), primary, form.backup(replica));
    time.schedule(ms(50), () -> call.complete("other"));

    assertThat(time.await(call).join()).isEqualTo("other");

    assertThat(replica.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(time.pending()).isZero();
  }

  @Test
  void ends_if_the_caller_is_interrupted() {
    primary.fails(failure);
    replica.hangs();
    time.schedule(ms(900), Thread.currentThread()::interrupt);

    CompletableFuture<Object> call = call(Form.BLOCKING_FOR_A_STAGE, policy -> policy);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown(call)).isSameAs(failure);
    assertThat(replica.cancelledAttempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "BLOCKING.*")
  void is_not_used_where_the_caller_is_interrupted_between_attempts(Form form) {
    primary.fails(failure);
    replica.returns(new Page("replica", closed));
    time.schedule(ms(50), Thread.currentThread()::interrupt);

    CompletableFuture<Object> call = call(form, policy -> policy);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown(call)).isSameAs(failure);
    assertThat(closed).containsExactly("replica");
  }

  @Test
  void that_the_executor_rejects_has_failed() {
    RejectedExecutionException full = new RejectedExecutionException("full");
    Executor refusing =
        work -> {
          throw full;
        };
    primary.fails(failure);
    Retry retry = retry(Form.BLOCKING, policy -> policy).withExecutor(refusing);

    assertThat(thrown(call(Form.BLOCKING, retry))).isSameAs(failure);
    assertThat(failure.getSuppressed()).contains(full);
    assertThat(primary.calls()).isEqualTo(3);
  }

  @Test
  void runs_once_on_an_executor_that_runs_tasks_twice() {
    primary.fails(failure);
    replica.returns("replica");
    Executor twice =
        work -> {
          work.run();
          work.run();
        };
    Retry retry = retry(Form.BLOCKING, policy -> policy).withExecutor(twice);

    assertThat(call(Form.BLOCKING, retry).join()).isEqualTo("replica");
    assertThat(replica.calls()).isEqualTo(1);
  }

  @Test
  void whose_deadline_the_timer_rejects_is_cancelled() {
    primary.fails(failure);
    replica.hangs();
    AtomicInteger scheduled = new AtomicInteger();
    Delayer failing =
        (task, nanos) -> {
          if (scheduled.incrementAndGet() > 2) {
            throw new IllegalStateException("no timer");
          }
          return time.delayer().schedule(task, nanos);
        };
    Retry retry = retry(Form.STAGES, policy -> policy).withEnvironment(time.withDelayer(failing));

    assertThat(thrown(call(Form.STAGES, retry))).isSameAs(failure);
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(IllegalStateException.class);
    assertThat(replica.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void that_blocks_needs_an_executor() {
    Retry none = Retry.of(RetryPolicy.defaults()).named("pages");
    Backup<Object> blocking = Backup.of(replica);
    for (Operation<Object, ?> call :
        List.<Operation<Object, ?>>of(
            () -> none.callOrElse(primary, blocking),
            () -> none.callWithOrElse(primary::callWith, blocking),
            () -> none.callAsyncOrElse(primary::stage, blocking),
            () -> none.callAsyncWithOrElse(primary::stageWith, blocking))) {
      assertThat(catchThrowable(call::call))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "a backup that blocks needs an executor, but pages has none: name one by"
                  + " withExecutor(...)");
    }
    assertThat(primary.calls()).isZero();
  }

  @Test
  void may_be_a_call_with_its_own_retries() {
    primary.fails(failure);
    replica.fails(new IOException("replica down")).returns("replica");
    Retry ofReplica = retry(Form.STAGES, policy -> policy);

    CompletableFuture<Object> call =
        retry(Form.STAGES, policy -> policy)
            .callAsyncOrElse(
                primary::stage, Backup.ofStage(() -> ofReplica.callAsync(replica::stage)));

    assertThat(time.await(call).join()).isEqualTo("replica");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("trap 35: sees the caller's context")
  void runs_in_the_context_of_the_caller(Form form) {
    ThreadLocal<String> user = new ThreadLocal<>();
    primary.fails(failure);
    replica.runs(() -> "for " + user.get());
    Retry carrying =
        retry(form, policy -> policy)
            .withContext(CallContext.of(user::get, user::set, user::remove));

    user.set("ada");
    CompletableFuture<Object> call = form.begin(this, carrying, primary, form.backup(replica));
    user.remove();

    assertThat(time.await(call).join()).isEqualTo("for ada");
    assertThat(user.get()).isNull();
  }

  @Test
  @DisplayName("trap 35: runs what depends on the call in the caller's context")
  void runs_dependents_of_the_call_in_the_context_of_the_caller() {
    ThreadLocal<String> user = new ThreadLocal<>();
    primary.fails(failure);
    for (Duration length : List.of(ms(0), ms(500), Duration.ofDays(1))) {
      replica.takes(length).returns("replica");
    }
    Retry carrying =
        retry(Form.STAGES, policy -> policy)
            .withContext(CallContext.of(user::get, user::set, user::remove));
    for (int call = 0; call < 3; call++) {
      AtomicReference<String> seen = new AtomicReference<>();
      user.set("ada");
      CompletableFuture<?> dependent =
          carrying
              .callAsyncOrElse(primary::stage, Backup.ofStage(replica::stage))
              .handle((value, thrown) -> seen.getAndSet(user.get()));
      user.remove();

      time.await(dependent);
      assertThat(seen).hasValue("ada");
    }
  }

  @Test
  void ends_at_the_deadline_but_not_on_the_timer_thread() {
    AtomicInteger depth = new AtomicInteger();
    Delayer watched =
        (task, nanos) ->
            time.delayer()
                .schedule(
                    () -> {
                      depth.incrementAndGet();
                      task.run();
                      depth.decrementAndGet();
                    },
                    nanos);
    primary.fails(failure);
    CompletableFuture<Integer> timersAbove =
        retry(Form.STAGES, policy -> policy.within(ms(300)))
            .withExecutor(Runnable::run)
            .withEnvironment(time.withDelayer(watched))
            .callAsyncOrElse(primary::stage, Backup.ofStage(CompletableFuture::new))
            .handle((value, thrown) -> depth.get());

    assertThat(time.await(timersAbove).join()).isZero();
    assertThat(time.elapsed()).isEqualTo(ms(300));
  }
}
