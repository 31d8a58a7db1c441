package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * No code of a class reaches a clock, ambient randomness, a thread, a logger or I/O, directly or
 * through other code of ours. The search follows calls into our classes and ends at an interface,
 * since the caller passes the implementation.
 */
final class ReachesNoAmbientEffects extends ArchCondition<JavaClass> {

  ReachesNoAmbientEffects() {
    super("reach no clock, ambient randomness, thread, logger or I/O");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    Deque<Step> open = new ArrayDeque<>();
    Set<JavaCodeUnit> seen = new HashSet<>();
    for (JavaCodeUnit unit : type.getCodeUnits()) {
      seen.add(unit);
      open.add(new Step(unit, unit.getFullName()));
    }
    while (!open.isEmpty()) {
      Step step = open.remove();
      for (JavaAccess<?> access : step.unit().getAccessesFromSelf()) {
        if (AmbientEffects.isUsedBy(access)) {
          String way = step.way() + " -> " + access.getTarget().getFullName();
          events.add(
              SimpleConditionEvent.violated(type, way + " (" + access.getDescription() + ")"));
        }
        next(access).filter(seen::add).ifPresent(unit -> open.add(step.to(unit)));
      }
    }
  }

  private static Optional<JavaCodeUnit> next(JavaAccess<?> access) {
    return access
        .getTarget()
        .resolveMember()
        .filter(JavaCodeUnit.class::isInstance)
        .map(JavaCodeUnit.class::cast)
        .filter(unit -> Part.isOurs(unit.getOwner()));
  }

  private record Step(JavaCodeUnit unit, String way) {
    Step to(JavaCodeUnit next) {
      return new Step(next, way + " -> " + next.getFullName());
    }
  }
}
