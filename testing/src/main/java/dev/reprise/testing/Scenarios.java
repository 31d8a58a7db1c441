package dev.reprise.testing;

import dev.reprise.testing.CallShape.Trait;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** An area of the contract: scenarios of one theme, and the stage that they are played on. */
abstract class Scenarios {

  private final ContractStage stage;

  Scenarios(ContractStage stage) {
    this.stage = stage;
  }

  final void inEveryShape(Consumer<Scene> scenario) {
    stage.inEveryShape(scenario);
  }

  final void inShapesWith(Trait trait, Consumer<Scene> scenario) {
    stage.inShapesWith(trait, scenario);
  }

  final void inShapesWithout(Trait trait, Consumer<Scene> scenario) {
    stage.inShapesWithout(trait, scenario);
  }

  final void inShapes(Predicate<CallShape> fits, Consumer<Scene> scenario) {
    stage.inShapes(fits, scenario);
  }
}
