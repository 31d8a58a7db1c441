package dev.reprise.verification.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;

/** Rules about permitted dependencies between parts of the code. */
final class Arrows {

  private static final Set<String> JAVA_BASE = Object.class.getModule().getPackages();

  private Arrows() {}

  /** {@code user} uses those of our classes that are in {@code used}, and no others. */
  static ArchRule usesOnly(Part user, Part... used) {
    return classes()
        .that(user.classes())
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are not ours, its own, or of " + names(used),
                type ->
                    !Part.isOurs(type)
                        || user.contains(type)
                        || List.of(used).stream().anyMatch(part -> part.contains(type))))
        .as(user.name() + " uses only " + names(used))
        .allowEmptyShould(true);
  }

  /** No class of ours outside of {@code users} uses {@code used}. */
  static ArchRule usedOnlyBy(Part used, Part... users) {
    return noClasses()
        .that(
            DescribedPredicate.describe(
                "are ours, but not of " + names(users),
                type ->
                    Part.isOurs(type)
                        && !used.contains(type)
                        && List.of(users).stream().noneMatch(part -> part.contains(type))))
        .should()
        .dependOnClassesThat(used.classes())
        .as(used.name() + " is used by nothing but " + names(users))
        .allowEmptyShould(true);
  }

  /**
   * {@code user} needs no module of the JDK except {@code java.base}, and no library. The flight
   * recorder is optional: {@link #recordsIn} names the package that may use it.
   */
  static ArchRule usesOnlyJavaBase(Part user) {
    return classes()
        .that(user.classes())
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are of java.base, its own, annotations of JSpecify, or the flight recorder's",
                type ->
                    user.contains(type)
                        || isJavaBase(type)
                        || isJSpecify(type) // leaves no trace
                        || isFlightRecorder(type)))
        .as(user.name() + " uses only java.base")
        .allowEmptyShould(true);
  }

  /** Only one package of {@code user} uses the flight recorder, which may be absent. */
  static ArchRule recordsIn(String recorder, Part user) {
    return noClasses()
        .that(user.classes())
        .and()
        .resideOutsideOfPackage(recorder)
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe("are the flight recorder's", Arrows::isFlightRecorder))
        .as(user.name() + " uses the flight recorder in " + recorder + " alone")
        .allowEmptyShould(true);
  }

  /** {@code user} needs only our classes and {@code java.base}. */
  static ArchRule usesNoLibrary(Part user) {
    return classes()
        .that(user.classes())
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are ours, of java.base, or annotations of JSpecify",
                type -> Part.isOurs(type) || isJavaBase(type) || isJSpecify(type)))
        .as(user.name() + " uses no library")
        .allowEmptyShould(true);
  }

  /** Code outside of {@code owner} uses only its exported packages. */
  static ArchRule isUsedThrough(Part owner, Set<String> exportedPackages) {
    return noClasses()
        .that(
            DescribedPredicate.describe(
                "are outside " + owner.name(), type -> !owner.contains(type)))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are in a package that " + owner.name() + " does not export",
                type -> owner.contains(type) && !exportedPackages.contains(type.getPackageName())))
        .as(owner.name() + " is used through its exported packages alone")
        .allowEmptyShould(true);
  }

  private static boolean isJavaBase(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    return element.isPrimitive() || JAVA_BASE.contains(element.getPackageName());
  }

  private static boolean isJSpecify(JavaClass type) {
    return type.getPackageName().equals("org.jspecify.annotations");
  }

  private static boolean isFlightRecorder(JavaClass type) {
    return type.getPackageName().startsWith("jdk.jfr");
  }

  private static String names(Part... parts) {
    return parts.length == 0
        ? "itself"
        : String.join(" and ", List.of(parts).stream().map(Part::name).toList());
  }
}
