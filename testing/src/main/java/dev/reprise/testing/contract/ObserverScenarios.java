package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The observers of calls, which traces and timers use. */
class ObserverScenarios extends Scenarios {

  ObserverScenarios(ScenarioRunner runner) {
    super(runner);
  }

  private void observed(
      Predicate<CallShape> fits, BiConsumer<ScenarioFixture, ObserverProtocol> scenario) {
    inShapes(
        fits,
        fixture -> {
          ObserverProtocol protocol = new ObserverProtocol();
          protocol.observe(fixture);
          scenario.accept(fixture, protocol);
          protocol.assertKept();
        });
  }

  @Test
  void an_observer_follows_a_call_that_succeeds_at_once() {
    observed(
        shape -> true,
        (fixture, protocol) -> {
          fixture.operation.returns("page");
          fixture.returns("page", 1);
          assertEquals(
              List.of("begin", "attempt 1", "scope closed", "FirstAttemptSucceeded"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_follows_a_call_from_its_begin_to_its_end() {
    observed(
        shape -> true,
        (fixture, protocol) -> {
          fixture.operation.takes(ms(10)).fails(new IOException("one")).returns("page");
          fixture.returns("page", 2);
          assertEquals(
              List.of(
                  "begin",
                  "attempt 1",
                  "scope closed",
                  "AttemptFinished",
                  "RetryStarted",
                  "attempt 2",
                  "scope closed",
                  "AttemptFinished",
                  "CallFinished"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_follows_a_call_that_gives_up_at_once() {
    observed(
        shape -> true,
        (fixture, protocol) -> {
          IllegalArgumentException failure = new IllegalArgumentException("bad");
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.NOT_RETRYABLE, 1);
          assertEquals(
              List.of("begin", "attempt 1", "scope closed", "AttemptFinished", "CallFinished"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_follows_a_call_that_is_shut_down_while_it_waits() {
    observed(
        shape -> true,
        (fixture, protocol) -> {
          IOException failure = new IOException("one");
          fixture.operation.fails(failure);
          fixture.at(ms(50), () -> fixture.retry().shutdown());
          fixture.fails(failure, StopReason.SHUT_DOWN, 1);
          assertEquals(
              List.of("begin", "attempt 1", "scope closed", "AttemptFinished", "CallFinished"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_follows_a_call_that_is_cancelled_while_it_waits() {
    observed(
        shape -> shape.has(Trait.ASYNC),
        (fixture, protocol) -> {
          fixture.operation.fails(new IOException("one"));
          fixture.meanwhile(call -> fixture.time.schedule(ms(50), () -> call.cancel(true)));
          assertEquals(StopReason.CANCELLED, fixture.observe().stopReason());
          assertEquals(
              List.of("begin", "attempt 1", "scope closed", "AttemptFinished", "CallFinished"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_receives_the_end_of_the_attempt_that_a_hedge_overtakes() {
    observed(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.STAGES),
        (fixture, protocol) -> {
          fixture.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(50))));
          fixture.operation.hangs().returns("page");
          fixture.returns("page", 2);
          assertEquals(
              List.of(
                  "begin",
                  "attempt 1",
                  "scope closed",
                  "HedgeStarted",
                  "attempt 2",
                  "scope closed",
                  "AttemptFinished",
                  "AttemptFinished",
                  "CallFinished"),
              protocol.lines());
        });
  }

  @Test
  void an_observer_that_follows_no_call_changes_nothing() {
    inEveryShape(
        fixture -> {
          fixture.retry(before -> before.withObserver(origin -> null));
          fixture.operation.fails(new IOException("one")).returns("page");
          fixture.returns("page", 2);
        });
  }
}
