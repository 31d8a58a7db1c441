package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.hedge.Hedge;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Results of attempts that lost to a different attempt. */
class LosingAttemptScenarios extends HedgedScenarios {

  LosingAttemptScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /**
   * Runs a scenario in hedged shapes whose stages cannot be cancelled; the results count how often
   * they are closed. A structured call waits for its losing attempts, so none returns late.
   */
  private void losing(int inFlight, BiConsumer<ScenarioFixture, AtomicInteger> scenario) {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.STAGES) && !shape.has(Trait.STRUCTURED),
        fixture -> {
          fixture.operation.ignoresCancels();
          play(
              fixture,
              Hedge.after(ms(50)).maxInFlight(inFlight),
              same -> scenario.accept(same, new AtomicInteger()));
        });
  }

  @Test
  void a_result_after_another_attempt_has_won_is_closed() {
    losing(
        2,
        (fixture, closed) -> {
          AutoCloseable late = closed::incrementAndGet;
          fixture.operation.takes(ms(200)).returns(late);
          fixture.operation.takes(ms(30)).returns("fast");
          fixture.returns("fast", 2);
          assertEquals(0, closed.get());
          fixture.time.runUntilIdle();
          assertEquals(1, closed.get());
        });
  }

  @Test
  void the_result_of_a_call_is_not_closed_when_a_late_attempt_returns_it_too() {
    losing(
        2,
        (fixture, closed) -> {
          AutoCloseable shared = closed::incrementAndGet;
          fixture.operation.takes(ms(200)).returns(shared);
          fixture.operation.takes(ms(30)).returns(shared);
          fixture.returns(shared, 2);
          fixture.time.runUntilIdle();
          assertEquals(0, closed.get());
        });
  }

  @Test
  void a_result_that_two_late_attempts_return_is_closed_once() {
    losing(
        3,
        (fixture, closed) -> {
          AutoCloseable shared = closed::incrementAndGet;
          fixture.operation.takes(ms(200)).returns(shared);
          fixture.operation.takes(ms(160)).returns(shared);
          fixture.operation.takes(ms(10)).returns("fast");
          fixture.returns("fast", 3);
          fixture.time.runUntilIdle();
          assertEquals(1, closed.get());
        });
  }

  @Test
  void a_rejected_result_of_a_hedged_call_is_closed_unless_it_is_returned() {
    losing(
        2,
        (fixture, closed) -> {
          AutoCloseable busy = closed::incrementAndGet;
          fixture.policy(
              p ->
                  p.maxAttempts(2)
                      .retryOnResult(AutoCloseable.class, result -> true)
                      .closingRejected());
          fixture.operation.takes(ms(60)).returns(busy);
          fixture.operation.takes(ms(30)).returns("page");
          fixture.returns("page", 2);
          assertEquals(1, closed.get());
        });
    losing(
        2,
        (fixture, closed) -> {
          AutoCloseable busy = closed::incrementAndGet;
          fixture.policy(
              p ->
                  p.maxAttempts(2)
                      .retryOnResult(AutoCloseable.class, result -> true)
                      .closingRejected()
                      .returningRejected());
          fixture.operation.takes(ms(60)).returns(busy);
          fixture.operation.takes(ms(30)).returns(busy);
          assertSame(busy, fixture.observe().value());
          assertEquals(0, closed.get());
        });
  }
}
