package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.state.StatesByKey;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Traps 22 to 31, unless the contract has a scenario for them. */
class StateTrapsTest {

  private static final RetryPolicy AT_ONCE = RetryPolicy.builder().backoff(Backoff.none()).build();

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry =
      Retry.of(AT_ONCE).withBudget(RetryBudget.unlimited()).withEnvironment(time);

  @Test
  @DisplayName("trap 22: a builder that is used again does not change the policy it built")
  void a_builder_that_is_reused_does_not_change_the_policy_it_built() {
    RetryPolicyBuilder builder = RetryPolicy.builder().maxAttempts(2).retryOn(IOException.class);
    RetryPolicy built = builder.build();
    String before = built.toString();
    builder.maxAttempts(9).within(ms(1)).withoutTimeLimit().attemptTimeout(ms(1)).maxHint(ms(1));
    builder.retryOn(Exception.class).retryOnCause(Error.class).abortOn(IOException.class);
    builder.retryIf(failure -> true).abortIf(failure -> true).retryOnNull().closingRejected();
    builder.retryOnResult(String.class, value -> true).backoff(Backoff.none()).hintJitter(1);
    assertThat(built).hasToString(before).isNotEqualTo(builder.build());
    assertThat(built.toBuilder().build()).isEqualTo(built);
  }

  @Test
  @DisplayName("trap 23: copies keep everything but what they change")
  void copies_keep_every_setting_but_the_changed_one() {
    AtomicInteger tasks = new AtomicInteger();
    Executor counting =
        task -> {
          tasks.incrementAndGet();
          time.executor().execute(task);
        };
    List<UnaryOperator<Retry>> copies =
        List.of(
            one -> one.withPolicy(AT_ONCE.toBuilder().maxAttempts(2).build()),
            one -> one.withBudget(RetryBudget.unlimited()),
            one -> one.withListener(event -> {}),
            one -> one.named("orders"),
            one -> one.withExecutor(counting),
            one -> one.withEnvironment(one.environment()),
            one -> one.describingFailures(failure -> "in our words"),
            one -> one.within(ms(500)),
            one -> one.on("key"));
    for (UnaryOperator<Retry> change : copies) {
      RecordingListener recorder = new RecordingListener();
      tasks.set(0);
      Retry copy =
          change.apply(
              retry
                  .named("orders")
                  .withListener(recorder)
                  .withExecutor(counting)
                  .describingFailures(failure -> "in our words")
                  .withPolicy(AT_ONCE.toBuilder().maxAttempts(2).build()));
      RetryResult<Object> result =
          time.await(copy.executeAsync(failing(new IOException("reset"))::stage)).join();
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(recorder.recorded()).hasSize(4).allMatch(event -> event.retry().equals("orders"));
      assertThat(result.report().records().get(0).outcome()).isEqualTo("in our words");
      assertThat(copy.environment()).isSameAs(time);
      assertThat(tasks.get()).as("tasks on our executor").isPositive();
    }
  }

  private ScriptedOperation<Object> failing(Throwable failure) {
    return new ScriptedOperation<>(time).fails(failure);
  }

  @Test
  @DisplayName("trap 24: one static exception, 1,000 calls on two threads: none grows, none blocks")
  void an_exception_that_threads_share_neither_grows_nor_blocks() throws Exception {
    IOException shared = new IOException("static");
    Retry real = Retry.of(AT_ONCE).withBudget(RetryBudget.unlimited());
    callTwice(real, shared);
    CyclicBarrier start = new CyclicBarrier(2);
    List<FutureTask<Integer>> threads = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      FutureTask<Integer> task = new FutureTask<>(() -> attemptsOf500Calls(real, shared, start));
      threads.add(task);
      new Thread(task, "caller " + thread).start();
    }
    for (FutureTask<Integer> thread : threads) {
      assertThat(thread.get(60, TimeUnit.SECONDS)).isEqualTo(1_500);
    }
    assertThat(shared.getSuppressed()).hasSize(1);
  }

  /** Only the second call with an exception can know that it is shared. */
  private static void callTwice(Retry retry, IOException shared) {
    for (int call = 0; call < 2; call++) {
      assertThat(callWith(retry, shared)).isEqualTo(3);
    }
  }

  private static int attemptsOf500Calls(Retry retry, IOException shared, CyclicBarrier start)
      throws Exception {
    start.await(60, TimeUnit.SECONDS);
    int attempts = 0;
    for (int call = 0; call < 500; call++) {
      attempts += callWith(retry, shared);
    }
    return attempts;
  }

  private static int callWith(Retry retry, IOException shared) {
    return retry
        .execute(
            () -> {
              throw shared;
            })
        .attempts();
  }

  @Test
  @DisplayName("trap 25: a listener that throws is logged, once")
  void a_listener_that_throws_is_logged_once() {
    List<LogRecord> records = new ArrayList<>();
    Logger logger = Logger.getLogger("dev.reprise");
    Handler handler = new Collecting(records);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    try {
      IllegalStateException bug = new IllegalStateException("a bug in a listener");
      Retry listened =
          retry.withListener(
              event -> {
                throw bug;
              });
      for (int call = 0; call < 10; call++) {
        listened.named("copy " + call).execute(failing(new IOException("reset")));
      }
      assertThat(records).hasSize(1);
      assertThat(records.get(0).getThrown()).isSameAs(bug);
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
  }

  private static final class Collecting extends Handler {

    private final List<LogRecord> records;

    Collecting(List<LogRecord> records) {
      this.records = records;
    }

    @Override
    public void publish(LogRecord record) {
      records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  @DisplayName("trap 27: callbacks run outside locks: two calls are inside each of them at once")
  void callbacks_run_outside_locks() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    RetryPolicy meeting =
        RetryPolicy.builder()
            .retryIf(failure -> meet(both))
            .backoff(Backoff.custom((progress, view, now, random) -> meet(both) ? 0 : 1))
            .build();
    Retry real =
        Retry.of(meeting)
            .withBudget(RetryBudget.standard())
            .withListener(event -> meet(both))
            .describingFailures(failure -> meet(both) ? "met" : "");
    List<FutureTask<RetryResult<Object>>> calls = new ArrayList<>();
    IOException shared = new IOException("shared");
    for (int call = 0; call < 2; call++) {
      FutureTask<RetryResult<Object>> task =
          new FutureTask<>(
              () ->
                  real.execute(
                      () -> {
                        meet(both);
                        throw shared;
                      }));
      calls.add(task);
      new Thread(task, "caller " + call).start();
    }
    for (FutureTask<RetryResult<Object>> call : calls) {
      assertThat(call.get(60, TimeUnit.SECONDS).attempts()).isEqualTo(3);
    }
    assertThat(both.isBroken()).isFalse();
  }

  private static boolean meet(CyclicBarrier both) {
    try {
      both.await(30, TimeUnit.SECONDS);
      return true;
    } catch (Exception alone) {
      throw new AssertionError("the other call did not arrive", alone);
    }
  }

  @Test
  @DisplayName("trap 30: an idle budget refills, however long the idle time")
  void an_idle_budget_refills() {
    Retry standard = Retry.of(AT_ONCE).withBudget(RetryBudget.standard()).withEnvironment(time);
    for (Duration idle : List.of(ms(0), Duration.ofMinutes(15), Duration.ofDays(290 * 365))) {
      time.advance(idle);
      StopReason reason = StopReason.ATTEMPTS;
      int granted = 0;
      while (reason != StopReason.BUDGET) {
        RetryResult<Object> result = standard.execute(failing(new IOException("reset")));
        reason = result.stopReason();
        granted += result.attempts() - 1;
        assertThat(granted).isLessThanOrEqualTo(20);
      }
      assertThat(granted).as("retries after %s", idle).isGreaterThan(10);
    }
  }

  @Test
  @DisplayName("trap 31: one failing endpoint does not starve the retries of its neighbours")
  void one_failing_endpoint_does_not_block_other_endpoints() {
    Retry keyed = retry.withBudget(RetryBudget.bucket(10, 5));
    for (int call = 0; call < 5; call++) {
      keyed.on("bad").execute(failing(new IOException("reset")));
    }
    assertThat(keyed.on("bad").execute(failing(new IOException("reset"))).stopReason())
        .isEqualTo(StopReason.BUDGET);
    assertThat(keyed.on("good").execute(failing(new IOException("reset"))).stopReason())
        .isEqualTo(StopReason.ATTEMPTS);
  }

  @Test
  @DisplayName(
      "trap 31: keys are bounded; idle and full ones are removed first, a drained one stays")
  void keys_are_bounded() {
    Retry keyed = retry.withBudget(RetryBudget.bucket(10, 5));
    keyed.on("drained").execute(failing(new IOException("reset")));
    Object drained = keyed.on("drained").state();
    Object first = keyed.on(0).state();
    for (int key = 0; key < 3 * StatesByKey.MAX_KEYS; key++) {
      time.advance(ms(1));
      assertThat(keyed.on(key).execute(() -> "page").succeeded()).isTrue();
    }
    assertThat(keyed.on("drained").state()).isSameAs(drained);
    assertThat(keyed.on(0).state()).isNotSameAs(first);
  }

  @Test
  void a_failure_whose_own_methods_throw_does_not_break_the_call() {
    IOException hostile =
        new IOException("hostile") {
          @Override
          public String toString() {
            throw new IllegalStateException("toString");
          }

          @Override
          public String getMessage() {
            throw new IllegalStateException("getMessage");
          }
        };
    assertThat(catchThrowable(() -> retry.call(failing(hostile)))).isSameAs(hostile);
    assertThat(RetryReport.of(hostile)).isPresent();
  }

  @Test
  void events_of_first_attempts_contain_their_duration() {
    RecordingListener all = RecordingListener.forAllEvents();
    retry.withListener(all).execute(new ScriptedOperation<>(time).takes(ms(30)).returns("page"));
    assertThat(all.recorded())
        .containsExactly(
            new RetryEvent.FirstAttemptSucceeded(RetryEvent.Origin.of("retry"), ms(30).toNanos()));
  }
}
