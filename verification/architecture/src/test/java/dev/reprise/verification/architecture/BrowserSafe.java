package dev.reprise.verification.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/**
 * The rule for code that also runs in a browser: values and arithmetic of the JDK, and code of
 * core. No file, no network, no thread, no reflection, no resource and no library.
 */
final class BrowserSafe {

  private static final Set<String> PACKAGES =
      Set.of(
          "java.lang.invoke", // lambdas
          "java.lang.runtime", // records
          "java.math",
          "java.time",
          "java.util",
          "java.util.function",
          "java.util.random",
          "java.util.stream");

  private static final Set<String> EXCLUDED_TYPES =
      Set.of(
          "java.lang.ClassLoader",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.Runtime",
          "java.lang.System",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.time.Clock",
          "java.util.Scanner",
          "java.util.ServiceLoader",
          "java.util.Timer",
          "java.util.TimerTask");

  // Failures that a simulated call ends with: they are values here.
  private static final Set<String> FAILURES =
      Set.of("java.io.IOException", "java.net.SocketTimeoutException");

  private static final Set<String> METHODS_OF_CLASS =
      Set.of("desiredAssertionStatus", "getName", "getSimpleName");

  private BrowserSafe() {}

  static ArchRule isBrowserSafe(Part part, Part... used) {
    return classes()
        .that(part.classes())
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "run in a browser", type -> part.contains(type) || isAllowed(type, used)))
        .andShould(new UseNoReflection())
        .as(part.name() + " uses no file, thread, reflection or library")
        .allowEmptyShould(true);
  }

  private static boolean isAllowed(JavaClass type, Part... used) {
    JavaClass element = type.getBaseComponentType();
    String name = element.getName();
    if (element.isPrimitive() || FAILURES.contains(name)) {
      return true;
    }
    for (Part part : used) {
      if (part.contains(element)) {
        return true;
      }
    }
    String home = element.getPackageName();
    boolean isLanguage = home.equals("java.lang") || home.equals("org.jspecify.annotations");
    return (isLanguage || PACKAGES.contains(home)) && !EXCLUDED_TYPES.contains(name);
  }

  private static final class UseNoReflection extends ArchCondition<JavaClass> {
    UseNoReflection() {
      super("use no reflection and no resource");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        boolean reflects =
            access.getTargetOwner().isEquivalentTo(Class.class)
                && !METHODS_OF_CLASS.contains(access.getName());
        if (reflects || AmbientEffects.isUsedBy(access)) {
          events.add(SimpleConditionEvent.violated(type, access.getDescription()));
        }
      }
    }
  }
}
