package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.event.GuardListener;
import dev.reprise.idempotency.event.GuardedCallEnd;
import dev.reprise.idempotency.event.GuardedCallEnd.Result;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.operation.GuardedOperation;
import dev.reprise.idempotency.operation.GuardedStage;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each guarded call has one end, with its result. */
class GuardListenerTest {

  private final GuardFixture fixture = new GuardFixture();
  private final List<GuardedCallEnd> ends = new ArrayList<>();
  private IdempotencyGuard<String> guard = fixture.guard.withListener(ends::add);

  /** The two forms of a call; both throw the failure of the call. */
  private enum Form {
    BLOCKING(
        (fixture, guard, request, operation) -> guard.call(GuardFixture.KEY, request, operation)),
    ASYNC(
        (fixture, guard, request, operation) -> {
          CompletableFuture<String> call =
              guard.callAsync(GuardFixture.KEY, request, stage(operation));
          fixture.time.await(call);
          Throwable failure = call.handle((value, thrown) -> thrown).join();
          if (failure != null) {
            throw failure;
          }
          return call.join();
        });

    private final Call call;

    Form(Call call) {
      this.call = call;
    }

    private interface Call {
      String with(
          GuardFixture fixture,
          IdempotencyGuard<String> guard,
          Fingerprint request,
          GuardedOperation<String, ?> operation)
          throws Throwable;
    }

    private static GuardedStage<String> stage(GuardedOperation<String, ?> operation) {
      return holder -> {
        try {
          return CompletableFuture.completedFuture(operation.run(holder));
        } catch (Throwable failure) {
          return CompletableFuture.failedFuture(failure);
        }
      };
    }
  }

  private String call(Form form, GuardedOperation<String, ?> operation) throws Throwable {
    return form.call.with(fixture, guard, GuardFixture.REQUEST, operation);
  }

  private void assertResults(Result... results) {
    assertThat(ends).extracting(GuardedCallEnd::result).containsExactly(results);
    assertThat(ends).extracting(GuardedCallEnd::key).containsOnly(GuardFixture.KEY);
  }

  @ParameterizedTest
  @EnumSource
  void a_call_runs_and_its_duplicate_is_replayed(Form form) throws Throwable {
    call(
        form,
        holder -> {
          fixture.time.pass(Duration.ofMillis(70));
          return "receipt";
        });
    call(form, fixture::run);

    assertResults(Result.RAN, Result.REPLAYED);
    assertThat(ends.get(0).durationNanos()).isEqualTo(Duration.ofMillis(70).toNanos());
    assertThat(ends.get(0).waitNanos()).isZero();
    assertThat(ends.get(0).failure()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_that_is_not_recorded(Form form) {
    IOException failure = new IOException("no connection");
    assertThatThrownBy(() -> call(form, failing(failure))).isSameAs(failure);

    assertResults(Result.FAILED);
    assertThat(ends.get(0).failure()).isSameAs(failure);
  }

  private static GuardedOperation<String, Exception> failing(Exception failure) {
    return holder -> {
      throw failure;
    };
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_that_is_recorded_is_an_outcome(Form form) {
    guard =
        guard.recordingFailure(
            IOException.class, OutcomeCodec.text(Throwable::getMessage, IOException::new));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call(form, failing(new IOException("declined"))))
          .isInstanceOf(IOException.class);
    }

    assertResults(Result.RAN, Result.REPLAYED);
    assertThat(ends.get(1).failure()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_waits_for_the_whole_time_is_pending(Form form) {
    fixture.heldByAnother();
    guard = guard.waitAtMost(Duration.ofSeconds(7));
    assertThatThrownBy(() -> call(form, fixture::run));

    assertResults(Result.PENDING);
    assertThat(ends.get(0).waitNanos()).isEqualTo(Duration.ofSeconds(7).toNanos());
    assertThat(ends.get(0).durationNanos()).isEqualTo(Duration.ofSeconds(7).toNanos());
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_may_not_wait_is_pending_without_a_wait(Form form) {
    fixture.heldByAnother();
    guard = guard.waitAtMost(Duration.ZERO);
    assertThatThrownBy(() -> call(form, fixture::run));

    assertResults(Result.PENDING);
    assertThat(ends.get(0).waitNanos()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_does_not_include_the_operation_after_it(Form form) throws Throwable {
    fixture.heldByAnother();
    call(
        form,
        holder -> {
          fixture.time.pass(Duration.ofSeconds(2));
          return "receipt";
        });

    assertResults(Result.RAN);
    assertThat(ends.get(0).waitNanos()).isEqualTo(GuardFixture.LEASE.toNanos());
    assertThat(ends.get(0).durationNanos()).isEqualTo(GuardFixture.LEASE.plusSeconds(2).toNanos());
  }

  @ParameterizedTest
  @EnumSource
  void a_key_with_a_different_fingerprint(Form form) throws Throwable {
    call(form, fixture::run);
    assertThatThrownBy(
        () -> form.call.with(fixture, guard, Fingerprint.of("11 EUR"), fixture::run));

    assertResults(Result.RAN, Result.KEY_REUSED);
  }

  @ParameterizedTest
  @EnumSource
  void an_outcome_that_cannot_be_read(Form form) throws Throwable {
    guard = guard.maxOutcomeBytes(1);
    call(form, fixture::run);
    assertThatThrownBy(() -> call(form, fixture::run));

    assertResults(Result.RAN, Result.NOT_REPLAYABLE);
  }

  @ParameterizedTest
  @EnumSource
  void an_operation_that_runs_longer_than_its_lease(Form form) {
    assertThatThrownBy(
        () ->
            call(
                form,
                holder -> {
                  fixture.time.pass(GuardFixture.LEASE);
                  fixture.heldByAnother();
                  return "receipt";
                }));

    assertResults(Result.LEASE_LOST);
  }

  @ParameterizedTest
  @EnumSource
  void a_store_that_does_not_record(Form form) {
    guard =
        on(
            new ForwardingStore(fixture.store) {
              @Override
              public boolean record(String key, long token, StoredOutcome outcome) {
                throw new IllegalStateException("store is down");
              }
            });
    assertThatThrownBy(() -> call(form, fixture::run));

    assertResults(Result.NOT_RECORDED);
  }

  @ParameterizedTest
  @EnumSource
  void a_store_that_does_not_claim(Form form) {
    guard =
        on(
            new ForwardingStore(fixture.store) {
              @Override
              public Claim claim(String key, ClaimRequest request) {
                throw new IllegalStateException("store is down");
              }
            });
    assertThatThrownBy(() -> call(form, fixture::run)).hasMessage("store is down");

    assertResults(Result.STORE_FAILED);
    assertThat(ends.get(0).failure()).hasMessage("store is down");
  }

  private IdempotencyGuard<String> on(ForwardingStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.string())
        .withEnvironment(fixture.time)
        .withListener(ends::add);
  }

  /** The exception of the nested call is one of the outer operation. */
  @Test
  void a_nested_call_for_the_same_key_is_pending_and_the_outer_one_fails() {
    guard = guard.waitAtMost(Duration.ofSeconds(1));
    assertThatThrownBy(
        () ->
            call(
                Form.BLOCKING,
                holder -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run)));

    assertResults(Result.PENDING, Result.FAILED);
  }

  @Test
  void a_future_that_is_cancelled_during_its_wait() {
    fixture.heldByAnother();
    CompletableFuture<String> call =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, Form.stage(fixture::run));
    fixture.time.advance(Duration.ofSeconds(1));
    call.cancel(true);
    fixture.time.runUntilIdle();

    assertResults(Result.CANCELLED);
    assertThat(ends.get(0).waitNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void a_future_that_is_cancelled_during_its_operation_has_run() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> call =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, holder -> work);
    fixture.time.runUntilIdle();
    call.cancel(true);
    work.complete("receipt");
    fixture.time.runUntilIdle();

    assertResults(Result.RAN);
  }

  @Test
  void an_executor_that_rejects_the_call() {
    guard =
        guard.withExecutor(
            work -> {
              throw new RejectedExecutionException("full");
            });
    CompletableFuture<String> call =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, Form.stage(fixture::run));

    assertThat(call).isCompletedExceptionally();
    assertResults(Result.STORE_FAILED);
  }

  @Test
  void the_future_completes_after_the_listener_has_returned() {
    List<String> order = new ArrayList<>();
    guard = fixture.guard.withListener(end -> order.add("listener"));
    CompletableFuture<String> call =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, Form.stage(fixture::run));
    CompletableFuture<Void> dependent = call.thenAccept(value -> order.add("dependent"));
    fixture.time.await(dependent);

    assertThat(order).containsExactly("listener", "dependent");
  }

  @ParameterizedTest
  @EnumSource
  void a_listener_that_throws_is_logged_once_and_changes_nothing(Form form) throws Throwable {
    GuardListener broken =
        end -> {
          throw new IllegalStateException("listener");
        };
    guard = fixture.guard.withListener(broken).withListener(ends::add);
    List<String> logged = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            logged.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger("dev.reprise.idempotency");
    log.addHandler(handler);
    log.setUseParentHandlers(false);
    try {
      assertThat(call(form, fixture::run)).isEqualTo("receipt 1");
      assertThat(call(form, fixture::run)).isEqualTo("receipt 1");
    } finally {
      log.removeHandler(handler);
      log.setUseParentHandlers(true);
    }

    assertResults(Result.RAN, Result.REPLAYED);
    assertThat(logged).hasSize(1).first().asString().startsWith("Guard listener ");
  }

  @Test
  void every_setting_keeps_the_listeners() {
    IdempotencyGuard<String> changed =
        guard
            .lease(Duration.ofSeconds(1))
            .waitAtMost(Duration.ofSeconds(1))
            .keepFor(Duration.ofSeconds(1))
            .maxOutcomeBytes(100)
            .maxWaiting(1)
            .polling(dev.reprise.backoff.Backoff.none())
            .withEnvironment(fixture.time)
            .withExecutor(fixture.time.executor());
    changed.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run);

    assertResults(Result.RAN);
  }
}
