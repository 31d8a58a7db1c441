package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios in every shape, and compares their outcomes.
 *
 * @param shapes the shapes
 * @param time supplies a new clock for each scenario and shape
 */
record ScenarioRunner(List<CallShape> shapes, Supplier<VirtualTime> time) {

  void inEveryShape(Consumer<ScenarioFixture> scenario) {
    inShapes(shape -> true, scenario);
  }

  void inShapesWith(Trait trait, Consumer<ScenarioFixture> scenario) {
    inShapes(shape -> shape.has(trait), scenario);
  }

  void inShapesWithout(Trait trait, Consumer<ScenarioFixture> scenario) {
    inShapes(shape -> !shape.has(trait), scenario);
  }

  /**
   * Runs a scenario in each matching shape, once with a listener for the default events and once
   * with a listener for all events: the traces must be equal.
   */
  void inShapes(Predicate<CallShape> fits, Consumer<ScenarioFixture> scenario) {
    List<CallShape> cast = shapes.stream().filter(fits).toList();
    List<CallShape> failing = new ArrayList<>();
    Throwable firstFailure = null;
    Rehearsal first = new Rehearsal();
    for (CallShape shape : cast) {
      try {
        play(shape, new RecordingListener(), scenario, first);
        play(shape, RecordingListener.forAllEvents(), scenario, first);
      } catch (RuntimeException | Error failure) {
        failing.add(shape);
        firstFailure = firstFailure == null ? failure : firstFailure;
      }
    }
    if (firstFailure != null) {
      throw new AssertionError(
          "in shapes " + failing + ", the first: " + firstFailure.getMessage(), firstFailure);
    }
  }

  private void play(
      CallShape shape,
      RecordingListener recorder,
      Consumer<ScenarioFixture> scenario,
      Rehearsal first) {
    ScenarioFixture fixture = new ScenarioFixture(shape, time.get(), recorder);
    scenario.accept(fixture);
    first.compare(fixture.last());
  }

  /** The trace of the first shape, which all others must equal. */
  private static final class Rehearsal {

    private @Nullable List<String> trace;

    void compare(@Nullable CallObservation seen) {
      if (seen == null) {
        return;
      }
      if (trace == null) {
        trace = seen.trace();
      }
      assertEquals(String.join("\n", trace), String.join("\n", seen.trace()), "trace");
    }
  }
}
