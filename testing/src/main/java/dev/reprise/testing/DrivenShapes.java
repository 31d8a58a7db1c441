package dev.reprise.testing;

import static dev.reprise.testing.CallShapes.with;

import dev.reprise.testing.CallShape.Trait;
import java.util.EnumSet;
import java.util.List;

/** The shapes of {@link dev.reprise.RetryDriver}, in an event loop of their own. */
final class DrivenShapes {

  private DrivenShapes() {}

  static void addTo(List<CallShape> all) {
    all.add(
        new CallShape("driver", with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT), DrivenLoop::driven));
    all.add(
        new CallShape(
            "driver after the first attempt",
            EnumSet.of(Trait.RETURNS_VALUES, Trait.ASYNC, Trait.OVERLAPS, Trait.STAGES),
            DrivenLoop::drivenLater));
    HedgedShapes.add(
        all, "driver", with(HedgedShapes.STAGES, Trait.SHOWS_ATTEMPT), DrivenLoop::driven);
  }
}
