package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.reprise.verification.architecture.fixture.pure.DrawsByReference;
import dev.reprise.verification.architecture.fixture.pure.ReachesTheClock;
import dev.reprise.verification.architecture.fixture.pure.ReadsTheClock;
import dev.reprise.verification.architecture.fixture.pure.TakesClockAndRandomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule fails on a fixture that breaks it. This proves that the rule detects violations. */
class RulesCatchViolationsTest {

  private static final String FIXTURE = "dev.reprise.verification.architecture.fixture";
  private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE);
  private static final Part ALL = Part.of("fixture", FIXTURE);
  private static final Part USER = Part.of("user", FIXTURE + ".user");
  private static final Part USED = Part.of("used", FIXTURE + ".used");

  @Test
  void use_of_another_part() {
    assertBroken(Arrows.usesOnly(USER), "fixture.used.Used");
    assertKept(Arrows.usesOnly(USER, USED));
  }

  @Test
  void use_by_another_part() {
    assertBroken(Arrows.usedOnlyBy(USED), "fixture.user.User");
    assertKept(Arrows.usedOnlyBy(USED, USER));
  }

  @Test
  void use_of_another_module_of_the_jdk() {
    assertBroken(Arrows.usesOnlyJavaBase(USER), "java.sql.SQLException");
  }

  @Test
  void use_of_a_package_that_is_not_exported() {
    String exported = FIXTURE + ".used";
    assertBroken(Arrows.isUsedThrough(USED, Set.of(exported)), "internal.Hidden");
    assertKept(Arrows.isUsedThrough(USED, Set.of(exported, exported + ".internal")));
  }

  @Test
  void a_cycle_of_packages() {
    assertBroken(PartRules.hasNoPackageCycles(ALL), "Cycle detected");
  }

  @Test
  void a_cycle_of_seven_classes_in_one_package() {
    assertBroken(PartRules.hasNoLargeClassCycles(ALL, 6), "a cycle of 7 classes");
    assertKept(PartRules.hasNoLargeClassCycles(ALL, 7));
    assertKept(PartRules.hasNoLargeClassCycles(ALL, 6, FIXTURE + ".ring"));
  }

  @Test
  void a_thread_local() {
    assertBroken(PartRules.hasNoThreadLocal(USER), "held");
  }

  @Test
  void a_package_that_is_not_null_marked() {
    assertBroken(PartRules.isNullMarked(ALL), FIXTURE + ".unmarked is not @NullMarked");
    assertKept(PartRules.isNullMarked(USER));
  }

  @Test
  void a_clock_read() {
    assertBroken(reachesNoAmbientEffects(ReadsTheClock.class), "System.nanoTime");
  }

  @Test
  void a_clock_reached_through_a_lambda_and_another_class() {
    assertBroken(
        reachesNoAmbientEffects(ReachesTheClock.class), "ReadsTheClock.now() -> java.lang.System");
  }

  @Test
  void randomness_in_a_method_reference() {
    assertBroken(reachesNoAmbientEffects(DrawsByReference.class), "ThreadLocalRandom");
  }

  @Test
  void accepts_a_clock_and_randomness_that_are_parameters() {
    assertKept(reachesNoAmbientEffects(TakesClockAndRandomness.class));
  }

  @Test
  void a_monitor_in_code_but_not_in_words(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Monitor.java");
    Files.writeString(file, "/* synchronized */ // synchronized\nString s = \"synchronized\";\n");
    assertThat(Sources.code(file)).doesNotContain("synchronized");
    Files.writeString(file, "void run() { synchronized (this) {} }\n");
    assertThat(Sources.code(file)).contains("synchronized");
  }

  @Test
  void the_rules_find_the_main_code() throws IOException {
    assertThat(Modules.MAIN_CODE.contain("dev.reprise.policy.RetryPolicy")).isTrue();
    assertThat(Sources.ofMainCode()).anyMatch(file -> file.endsWith("RetryPolicy.java"));
  }

  private static ArchRule reachesNoAmbientEffects(Class<?> fixture) {
    return PartRules.reachesNoAmbientEffects(
        DescribedPredicate.describe(fixture.getSimpleName(), type -> type.isEquivalentTo(fixture)));
  }

  private static void assertBroken(ArchRule rule, String evidence) {
    assertThatThrownBy(() -> rule.check(FIXTURES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(evidence);
  }

  private static void assertKept(ArchRule rule) {
    assertThatCode(() -> rule.check(FIXTURES)).doesNotThrowAnyException();
  }
}
