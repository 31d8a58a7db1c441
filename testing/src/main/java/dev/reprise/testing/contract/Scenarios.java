package dev.reprise.testing.contract;

import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Base of an area of the contract: the scenarios of one subject, and their runner. */
abstract class Scenarios {

  private final ScenarioRunner runner;

  Scenarios(ScenarioRunner runner) {
    this.runner = runner;
  }

  final void inEveryShape(Consumer<ScenarioFixture> scenario) {
    runner.inEveryShape(scenario);
  }

  final void inShapesWith(Trait trait, Consumer<ScenarioFixture> scenario) {
    runner.inShapesWith(trait, scenario);
  }

  final void inShapesWithout(Trait trait, Consumer<ScenarioFixture> scenario) {
    runner.inShapesWithout(trait, scenario);
  }

  final void inShapes(Predicate<CallShape> fits, Consumer<ScenarioFixture> scenario) {
    runner.inShapes(fits, scenario);
  }
}
