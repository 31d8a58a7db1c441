package dev.reprise.testing.hedged;

import static dev.reprise.testing.hedged.HedgedPool.atOnce;
import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.Closing;
import dev.reprise.testing.contract.UncancellableStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Tests that results of losing attempts are closed once, and the result of the call never. */
class HedgedCallLosersTest {

  private static final int RACES = 20_000;

  private final Closing winner = new Closing();
  private final Closing loser = new Closing();
  private final Retry retry = Retry.of(atOnce().build()).withBudget(RetryBudget.unlimited());
  private final List<UncancellableStage<Closing>> stages = new ArrayList<>();

  private CompletableFuture<Closing> stage() {
    UncancellableStage<Closing> stage = new UncancellableStage<>();
    stages.add(stage);
    return stage;
  }

  /** Begins a call whose stages start one after the other on this thread. */
  private CompletableFuture<Closing> begin(int most) {
    Retry many =
        retry
            .withPolicy(
                retry.policy().toBuilder()
                    .hedge(Hedge.after(Duration.ZERO).maxInFlight(most))
                    .build())
            .withExecutor(Runnable::run);
    CompletableFuture<Closing> call = many.callAsync(this::stage);
    assertThat(stages).hasSize(most);
    return call;
  }

  @Test
  void a_loser_that_ignores_its_interrupt_has_its_result_closed() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    try (HedgedPool pool = new HedgedPool(2)) {
      Closing result =
          retry
              .withExecutor(pool)
              .callWith(
                  attempt -> {
                    if (attempt.number() == 1) {
                      running.countDown();
                      HedgedPool.awaitStubbornly(answered);
                      return loser;
                    }
                    HedgedPool.await(running);
                    return winner;
                  });
      assertThat(result).isSameAs(winner);
      answered.countDown();
      loser.awaitClosed();
    }
    assertThat(loser.closed()).isEqualTo(1);
    assertThat(winner.closed()).isZero();
  }

  @Test
  void a_stage_that_cannot_be_cancelled_has_its_late_result_closed() {
    CompletableFuture<Closing> call = begin(2);
    stages.get(1).complete(winner);
    assertThat(call).isCompletedWithValue(winner);
    stages.get(0).complete(loser);
    assertThat(loser.closed()).isEqualTo(1);
    assertThat(winner.closed()).isZero();
  }

  @Test
  void an_instance_that_the_winner_returned_too_is_not_closed() {
    CompletableFuture<Closing> call = begin(3);
    stages.get(2).complete(winner);
    stages.get(0).complete(winner);
    stages.get(1).complete(winner);
    assertThat(call).isCompletedWithValue(winner);
    assertThat(winner.closed()).isZero();
  }

  @Test
  void an_instance_that_two_losers_return_is_closed_once() {
    begin(3);
    stages.get(2).complete(winner);
    stages.get(0).complete(loser);
    stages.get(1).complete(loser);
    assertThat(loser.closed()).isEqualTo(1);
  }

  @Test
  void a_result_after_a_cancellation_is_closed() {
    begin(2).cancel(true);
    stages.get(0).complete(loser);
    stages.get(1).complete(winner);
    assertThat(List.of(loser.closed(), winner.closed())).containsExactly(1, 1);
  }

  @Test
  void of_two_simultaneous_results_one_is_returned_and_one_closed() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Thread rival = new Thread(() -> rival(start));
    rival.start();
    for (int i = 0; i < RACES; i++) {
      stages.clear();
      CompletableFuture<Closing> call = begin(2);
      Closing first = new Closing();
      racing = new Closing();
      meet(start);
      stages.get(0).complete(first);
      meet(start);
      Closing result = call.join();
      assertThat(result.closed()).as("race %s", i).isZero();
      Closing other = result == first ? racing : first;
      assertThat(other.closed()).as("race %s", i).isEqualTo(1);
    }
    rival.join();
  }

  private volatile Closing racing = winner;

  private void rival(CyclicBarrier start) {
    for (int i = 0; i < RACES; i++) {
      meet(start);
      stages.get(1).complete(racing);
      meet(start);
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException failure) {
      throw new AssertionError(failure);
    }
  }

  private CompletableFuture<Closing> timingOut(VirtualTime time) {
    Retry impatient =
        retry
            .withPolicy(
                atOnce()
                    .hedge(Hedge.after(Duration.ofHours(1)))
                    .backoff(Backoff.fixed(ms(50)))
                    .attemptTimeout(ms(10))
                    .build())
            .withEnvironment(time);
    CompletableFuture<Closing> call = impatient.callAsync(this::stage);
    time.advance(ms(20));
    stages.get(0).complete(loser);
    assertThat(loser.closed()).as("closed before the next outcome").isZero();
    time.advance(ms(45));
    return call;
  }

  @Test
  void the_late_result_of_a_timed_out_attempt_is_closed_after_another_result()
      throws ExecutionException {
    VirtualTime time = VirtualTime.seeded(1);
    CompletableFuture<Closing> call = timingOut(time);
    stages.get(1).complete(winner);
    assertThat(time.await(call)).isCompletedWithValue(winner);
    assertThat(loser.closed()).isEqualTo(1);
    assertThat(winner.closed()).isZero();
  }

  @Test
  void the_late_result_of_a_timed_out_attempt_may_be_returned_again() {
    VirtualTime time = VirtualTime.seeded(1);
    CompletableFuture<Closing> call = timingOut(time);
    stages.get(1).complete(loser);
    assertThat(time.await(call)).isCompletedWithValue(loser);
    assertThat(loser.closed()).isZero();
  }

  @Test
  void a_rejected_result_is_closed_if_the_policy_requests_it_with_attempts_in_flight() {
    Retry closing =
        retry
            .withPolicy(
                atOnce()
                    .maxAttempts(2)
                    .closingRejected()
                    .retryOnResult(Closing.class, result -> result == loser)
                    .build())
            .withExecutor(Runnable::run);
    CompletableFuture<Closing> call = closing.callAsync(this::stage);
    stages.get(0).complete(loser);
    assertThat(call).isNotDone();
    stages.get(1).complete(winner);
    assertThat(call).isCompletedWithValue(winner);
    assertThat(loser.closed()).isEqualTo(1);
    assertThat(winner.closed()).isZero();
  }
}
