package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.CallShape.Trait;
import java.util.function.Consumer;

/** An area whose calls are hedged: in the shapes that can have several attempts in flight. */
abstract class HedgedScenarios extends Scenarios {

  static final String CALLED_OFF =
      " threw CancellationException(called off, for another attempt), left to others";

  HedgedScenarios(ContractStage stage) {
    super(stage);
  }

  /** In shapes that hedge: three attempts, 100 ms apart, the hedge after 50 ms. */
  final void hedged(Consumer<Scene> scenario) {
    hedged(Hedge.after(ms(50)), scenario);
  }

  final void hedged(Hedge hedge, Consumer<Scene> scenario) {
    inShapesWith(Trait.HEDGES, scene -> play(scene, hedge, scenario));
  }

  final void hedgedStages(Hedge hedge, Consumer<Scene> scenario) {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.STAGES),
        scene -> play(scene, hedge, scenario));
  }

  final void hedgedStages(Consumer<Scene> scenario) {
    hedgedStages(Hedge.after(ms(50)), scenario);
  }

  private static void play(Scene scene, Hedge hedge, Consumer<Scene> scenario) {
    scene.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(hedge));
    scenario.accept(scene);
    assertEquals(0, scene.time.pending(), "timers left");
  }
}
