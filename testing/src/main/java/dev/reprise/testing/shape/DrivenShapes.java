package dev.reprise.testing.shape;

import static dev.reprise.testing.shape.CallShapes.with;

import dev.reprise.testing.shape.CallShape.Trait;
import java.util.EnumSet;
import java.util.List;

/** The shapes of {@link dev.reprise.RetryDriver}, with an event loop of their own. */
final class DrivenShapes {

  private DrivenShapes() {}

  static void addTo(List<CallShape> all) {
    all.add(
        new CallShape("driver", with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT), DriverLoop::driven));
    all.add(
        new CallShape(
            "driver after the first attempt",
            EnumSet.of(Trait.RETURNS_VALUES, Trait.ASYNC, Trait.OVERLAPS, Trait.STAGES),
            DriverLoop::drivenLater));
    all.add(
        new CallShape(
            "driver with a fallback",
            with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT),
            DriverLoop::drivenOrElse));
    HedgedShapes.add(
        all, "driver", with(HedgedShapes.STAGES, Trait.SHOWS_ATTEMPT), DriverLoop::driven);
  }
}
