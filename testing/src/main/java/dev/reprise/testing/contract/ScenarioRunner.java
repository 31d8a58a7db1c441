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
 * Where the scenarios of the contract are played: every shape in turn, with the same outcome.
 *
 * @param shapes the shapes that the scenarios go through
 * @param time the time that a scenario is played in, made anew for each shape
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
   * Plays a scenario in each shape that fits, once with a listener to what listeners hear by
   * default and once with one to everything: the traces must not differ.
   */
  void inShapes(Predicate<CallShape> fits, Consumer<ScenarioFixture> scenario) {
    List<CallShape> cast = shapes.stream().filter(fits).toList();
    List<CallShape> failing = new ArrayList<>();
    Throwable firstFailure = null;
    Rehearsal first = new Rehearsal();
    for (CallShape shape : cast) {
      try {
        play(shape, new RecordingListener(), scenario, first);
        play(shape, RecordingListener.ofEverything(), scenario, first);
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
      RecordingListener heard,
      Consumer<ScenarioFixture> scenario,
      Rehearsal first) {
    ScenarioFixture fixture = new ScenarioFixture(shape, time.get(), heard);
    scenario.accept(fixture);
    first.compare(fixture.last());
  }

  /** How the first shape went; all others must go alike. */
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
