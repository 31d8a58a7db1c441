package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.reprise.verification.architecture.fixture.pure.DrawsByReference;
import dev.reprise.verification.architecture.fixture.pure.HandedTheWorld;
import dev.reprise.verification.architecture.fixture.pure.ReachesTheClock;
import dev.reprise.verification.architecture.fixture.pure.ReadsTheClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule fails on a fixture that breaks it; a rule that finds nothing proves nothing. */
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
    assertBroken(Shape.hasNoPackageCycles(ALL), "Cycle detected");
  }

  @Test
  void a_cycle_of_seven_classes_in_one_package() {
    assertBroken(Shape.hasNoLargeClassCycles(ALL, 6), "a cycle of 7 classes");
    assertKept(Shape.hasNoLargeClassCycles(ALL, 7));
    assertKept(Shape.hasNoLargeClassCycles(ALL, 6, FIXTURE + ".ring"));
  }

  @Test
  void a_thread_local() {
    assertBroken(Shape.hasNoThreadLocal(USER), "held");
  }

  @Test
  void a_package_that_is_not_null_marked() {
    assertBroken(Shape.isNullMarked(ALL), FIXTURE + ".unmarked is not @NullMarked");
    assertKept(Shape.isNullMarked(USER));
  }

  @Test
  void a_clock_read() {
    assertBroken(reachesNoWorld(ReadsTheClock.class), "System.nanoTime");
  }

  @Test
  void a_clock_reached_through_a_lambda_and_another_class() {
    assertBroken(reachesNoWorld(ReachesTheClock.class), "ReadsTheClock.now() -> java.lang.System");
  }

  @Test
  void randomness_in_a_method_reference() {
    assertBroken(reachesNoWorld(DrawsByReference.class), "ThreadLocalRandom");
  }

  @Test
  void but_not_a_world_that_is_handed_in() {
    assertKept(reachesNoWorld(HandedTheWorld.class));
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
  void nothing_when_there_is_nothing_to_look_at_so_the_code_is_found_first() throws IOException {
    assertThat(Modules.MAIN_CODE.contain("dev.reprise.policy.RetryPolicy")).isTrue();
    assertThat(Sources.ofMainCode()).anyMatch(file -> file.endsWith("RetryPolicy.java"));
  }

  private static ArchRule reachesNoWorld(Class<?> fixture) {
    return Shape.reachesNoWorld(
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
