package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traps 28 and 29: references that remain after calls have ended. */
public class RetentionTest {

  private static final int COLLECTIONS = 100;
  private static final IOException SHARED = new IOException("static");

  @Test
  @DisplayName("trap 28: nothing of a finished call stays reachable, whatever the shape")
  void nothing_of_a_finished_call_stays_reachable() {
    VirtualTime time = VirtualTime.seeded(1);
    Retry retry = retry().withEnvironment(time);
    List<WeakReference<?>> remains = new ArrayList<>();
    for (CallShape shape : CallShape.all()) {
      remains.addAll(remainsOf(shape, retry, time));
    }
    assertGone(remains);
    assertThat(retry.state().budget().isFull(time.ticks().nanos())).isFalse();
  }

  /** Uses the library's own timer, which outlives the call. */
  @Test
  @DisplayName("trap 28: nothing of a cancelled call stays reachable from the timer")
  void nothing_of_a_cancelled_call_stays_reachable_from_the_timer() {
    Retry retry = retry();
    List<WeakReference<?>> remains = new ArrayList<>();
    for (int call = 0; call < 100; call++) {
      remains.addAll(remainsOfCancelled(retry));
    }
    assertGone(remains);
    retry.shutdown();
  }

  @Test
  @DisplayName("trap 28: the future of a call keeps no reference to its context")
  void the_future_of_a_call_keeps_no_reference_to_its_context() {
    VirtualTime time = VirtualTime.seeded(1);
    List<WeakReference<?>> remains = new ArrayList<>();
    List<CompletableFuture<?>> kept = new ArrayList<>();
    for (CallShape shape : CallShape.all()) {
      remains.add(contextOf(shape, time, kept));
    }
    assertGone(remains);
    assertThat(kept).hasSize(3 * CallShape.all().size()).allMatch(CompletableFuture::isDone);
  }

  private static WeakReference<?> contextOf(
      CallShape shape, VirtualTime time, List<CompletableFuture<?>> kept) {
    ThreadLocal<Object> local = ThreadLocal.withInitial(() -> "none");
    Object context = new byte[1_000];
    local.set(context);
    Retry retry =
        retry()
            .withEnvironment(time)
            .withContext(CallContext.of(local::get, local::set, local::remove));
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    operation.fails(SHARED).returns("page").fails(SHARED);
    kept.add(time.await(shape.form().begin(retry, operation, time)));
    kept.add(shape.form().begin(retry, operation, time));
    CompletableFuture<?> waiting = kept.get(kept.size() - 1);
    waiting.cancel(true);
    kept.add(time.await(shape.form().begin(retry, operation, time)));
    local.remove();
    return new WeakReference<>(context);
  }

  private static Retry retry() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .within(Duration.ofDays(9))
            .attemptTimeout(Duration.ofDays(1))
            .backoff(Backoff.fixed(Duration.ofDays(1)))
            .build();
    return Retry.of(policy).withBudget(RetryBudget.bucket(10_000, 1));
  }

  private static List<WeakReference<?>> remainsOf(CallShape shape, Retry retry, VirtualTime time) {
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    operation.fails(SHARED).fails(new IOException("reset")).returns(new byte[1_000]);
    CallObservation seen = shape.observe(retry, operation, time);
    ScriptedOperation<Object> hopeless = new ScriptedOperation<>(time).fails(SHARED);
    shape.observe(retry, hopeless, time);
    return List.of(
        new WeakReference<>(operation), new WeakReference<>(seen), new WeakReference<>(hopeless));
  }

  private static List<WeakReference<?>> remainsOfCancelled(Retry retry) {
    Object payload = new byte[1_000];
    CompletableFuture<Object> hanging = new CompletableFuture<>();
    CompletableFuture<Object> inAttempt =
        retry.callAsync(
            () -> {
              assertThat(payload).isNotNull();
              return hanging;
            });
    CompletableFuture<Object> inWait =
        retry.callAsync(
            () -> {
              assertThat(payload).isNotNull();
              throw SHARED;
            });
    inAttempt.cancel(true);
    inWait.cancel(true);
    assertThat(hanging).isCancelled();
    return List.of(
        new WeakReference<>(payload), new WeakReference<>(inAttempt), new WeakReference<>(inWait));
  }

  public static void assertGone(List<WeakReference<?>> remains) {
    for (int i = 0; i < COLLECTIONS && !remains.stream().allMatch(one -> one.refersTo(null)); i++) {
      System.gc();
    }
    assertThat(remains.stream().filter(one -> !one.refersTo(null)).count()).isZero();
  }

  @Test
  @DisplayName("trap 29: the timer's threads are daemons that hold no other class loader")
  void the_timers_threads_are_daemons_without_a_foreign_class_loader() throws InterruptedException {
    Thread timer = timerThread();
    assertThat(timer.isDaemon()).isTrue();
    assertThat(timer.getContextClassLoader()).isSameAs(ClassLoader.getSystemClassLoader());
  }

  @Test
  @Tag("proof")
  @DisplayName("trap 29: the timer's thread ends when it is idle, and begins again")
  void the_timers_thread_ends_when_it_is_idle() throws InterruptedException {
    Thread timer = timerThread();
    timer.join(TimeUnit.MINUTES.toMillis(2));
    assertThat(timer.isAlive()).isFalse();
    assertThat(timerThread().isAlive()).isTrue();
  }

  private static Thread timerThread() throws InterruptedException {
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    Delayer.system()
        .schedule(
            () -> {
              thread.set(Thread.currentThread());
              ran.countDown();
            },
            ms(0).toNanos());
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    return thread.get();
  }
}
