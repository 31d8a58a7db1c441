package dev.reprise.verification.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.jspecify.annotations.NullMarked;

/** Rules about one part. */
final class PartRules {

  private PartRules() {}

  static ArchRule hasNoPackageCycles(Part part) {
    return slices()
        .assignedFrom(new OnePackageEach(part))
        .should()
        .beFreeOfCycles()
        .as("packages of " + part.name() + " have no cycles")
        .allowEmptyShould(true);
  }

  /** Packages that are exempt hold a type with its own implementations and its text form. */
  static ArchRule hasNoLargeClassCycles(Part part, int most, String... families) {
    return classes()
        .that(part.classes())
        .and()
        .resideOutsideOfPackages(families)
        .should(new SmallCycles(most))
        .as(part.name() + " has no cycle of more than " + most + " classes")
        .allowEmptyShould(true);
  }

  static ArchRule hasNoThreadLocal(Part part) {
    return noClasses()
        .that(part.classes())
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ThreadLocal.class)
        .as(part.name() + " has no ThreadLocal")
        .allowEmptyShould(true);
  }

  static ArchRule isNullMarked(Part part) {
    return classes()
        .that(part.classes())
        .should(new BeInNullMarkedPackage())
        .as("every package of " + part.name() + " is @NullMarked")
        .allowEmptyShould(true);
  }

  static ArchRule reachesNoAmbientEffects(DescribedPredicate<JavaClass> pure) {
    return classes().that(pure).should(new ReachesNoAmbientEffects()).allowEmptyShould(true);
  }

  private record OnePackageEach(Part part) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return part.contains(type)
          ? SliceIdentifier.of(type.getPackageName())
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + part.name();
    }
  }

  private static final class BeInNullMarkedPackage extends ArchCondition<JavaClass> {
    BeInNullMarkedPackage() {
      super("be in a package that is @NullMarked");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
        events.add(
            SimpleConditionEvent.violated(type, type.getPackageName() + " is not @NullMarked"));
      }
    }
  }
}
