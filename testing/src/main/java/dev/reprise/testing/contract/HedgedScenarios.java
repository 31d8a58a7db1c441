package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.function.Consumer;

/** Base of areas whose calls are hedged, for shapes that can have several attempts in flight. */
abstract class HedgedScenarios extends Scenarios {

  static final String CANCELLED =
      " threw CancellationException(cancelled, for another attempt), deferred";

  HedgedScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /**
   * Runs a scenario in shapes that hedge: three attempts, 100 ms apart, with a hedge after 50 ms.
   */
  final void hedged(Consumer<ScenarioFixture> scenario) {
    hedged(Hedge.after(ms(50)), scenario);
  }

  final void hedged(Hedge hedge, Consumer<ScenarioFixture> scenario) {
    inShapesWith(Trait.HEDGES, fixture -> play(fixture, hedge, scenario));
  }

  final void hedgedStages(Hedge hedge, Consumer<ScenarioFixture> scenario) {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.STAGES),
        fixture -> play(fixture, hedge, scenario));
  }

  final void hedgedStages(Consumer<ScenarioFixture> scenario) {
    hedgedStages(Hedge.after(ms(50)), scenario);
  }

  static void play(ScenarioFixture fixture, Hedge hedge, Consumer<ScenarioFixture> scenario) {
    fixture.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(hedge));
    scenario.accept(fixture);
    assertEquals(0, fixture.time.pending(), "timers left");
  }
}
