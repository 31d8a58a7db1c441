package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.hedge.Hedge;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Results of attempts that did not decide their call. */
class LoserScenarios extends HedgedScenarios {

  LoserScenarios(ContractStage stage) {
    super(stage);
  }

  /**
   * In hedged shapes whose stages cannot be cancelled; what they bring counts how often it is
   * closed.
   */
  private void losing(int inFlight, BiConsumer<Scene, AtomicInteger> scenario) {
    hedgedStages(
        Hedge.after(ms(50)).atMost(inFlight),
        scene -> {
          scene.operation.ignoresCancels();
          scenario.accept(scene, new AtomicInteger());
        });
  }

  @Test
  void a_result_that_comes_after_another_attempt_has_won_is_closed() {
    losing(
        2,
        (scene, closed) -> {
          AutoCloseable late = closed::incrementAndGet;
          scene.operation.takes(ms(200)).returns(late);
          scene.operation.takes(ms(30)).returns("fast");
          scene.returns("fast", 2);
          assertEquals(0, closed.get());
          scene.time.runUntilIdle();
          assertEquals(1, closed.get());
        });
  }

  @Test
  void what_a_call_returns_is_not_closed_when_a_late_attempt_brings_it_again() {
    losing(
        2,
        (scene, closed) -> {
          AutoCloseable shared = closed::incrementAndGet;
          scene.operation.takes(ms(200)).returns(shared);
          scene.operation.takes(ms(30)).returns(shared);
          scene.returns(shared, 2);
          scene.time.runUntilIdle();
          assertEquals(0, closed.get());
        });
  }

  @Test
  void a_result_that_two_late_attempts_bring_is_closed_once() {
    losing(
        3,
        (scene, closed) -> {
          AutoCloseable shared = closed::incrementAndGet;
          scene.operation.takes(ms(200)).returns(shared);
          scene.operation.takes(ms(160)).returns(shared);
          scene.operation.takes(ms(10)).returns("fast");
          scene.returns("fast", 3);
          scene.time.runUntilIdle();
          assertEquals(1, closed.get());
        });
  }

  @Test
  void a_result_that_is_rejected_beside_others_is_closed_unless_it_is_returned() {
    losing(
        2,
        (scene, closed) -> {
          AutoCloseable busy = closed::incrementAndGet;
          scene.policy(p -> p.retryOnResult(AutoCloseable.class, result -> true).closingRejected());
          scene.operation.takes(ms(60)).returns(busy);
          scene.operation.takes(ms(30)).returns("page");
          scene.returns("page", 2);
          assertEquals(1, closed.get());
        });
    losing(
        2,
        (scene, closed) -> {
          AutoCloseable busy = closed::incrementAndGet;
          scene.policy(
              p ->
                  p.maxAttempts(2)
                      .retryOnResult(AutoCloseable.class, result -> true)
                      .closingRejected()
                      .returningRejected());
          scene.operation.takes(ms(60)).returns(busy);
          scene.operation.takes(ms(30)).returns(busy);
          assertSame(busy, scene.observe().value());
          assertEquals(0, closed.get());
        });
  }
}
