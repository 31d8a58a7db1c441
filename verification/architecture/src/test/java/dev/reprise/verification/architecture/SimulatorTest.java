package dev.reprise.verification.architecture;

import static dev.reprise.verification.architecture.Modules.MAIN_CODE;
import static dev.reprise.verification.architecture.Part.CORE;
import static dev.reprise.verification.architecture.Part.LAB;
import static dev.reprise.verification.architecture.Part.LAB_PAGE;
import static dev.reprise.verification.architecture.Part.SIMULATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reprise.verification.architecture.fixture.browser.ReadsAResource;
import dev.reprise.verification.architecture.fixture.browser.ReadsFiles;
import dev.reprise.verification.architecture.fixture.browser.StartsThreads;
import dev.reprise.verification.architecture.fixture.browser.UsesALibrary;
import dev.reprise.verification.architecture.fixture.browser.UsesValuesAlone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator also runs in a browser. */
class SimulatorTest {

  @Test
  void uses_no_file_thread_reflection_or_library() {
    BrowserSafe.isBrowserSafe(SIMULATOR, CORE).check(MAIN_CODE);
  }

  @Test
  void the_engine_of_the_lab_uses_no_file_thread_reflection_or_library() {
    BrowserSafe.isBrowserSafe(LAB.without(LAB_PAGE), SIMULATOR, CORE).check(MAIN_CODE);
    assertThat(MAIN_CODE.stream().filter(LAB::contains)).hasSizeGreaterThan(5);
  }

  @Test
  void packages_have_no_cycles() {
    PartRules.hasNoPackageCycles(SIMULATOR).check(MAIN_CODE);
  }

  @Test
  void the_classes_that_the_rule_is_for_are_found() {
    assertThat(MAIN_CODE.stream().filter(SIMULATOR::contains)).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {ReadsFiles.class, StartsThreads.class, ReadsAResource.class, UsesALibrary.class})
  void the_rule_finds_a_class_that_breaks_it(Class<?> broken) {
    assertThatThrownBy(() -> check(broken))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(broken.getSimpleName());
  }

  @Test
  void the_rule_accepts_values_and_arithmetic() {
    assertThatCode(() -> check(UsesValuesAlone.class)).doesNotThrowAnyException();
  }

  private static void check(Class<?> type) {
    JavaClasses fixture = new ClassFileImporter().importClasses(type);
    BrowserSafe.isBrowserSafe(Part.of("fixture", type.getPackageName())).check(fixture);
  }
}
