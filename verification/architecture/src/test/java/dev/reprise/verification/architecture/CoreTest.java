package dev.reprise.verification.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static dev.reprise.verification.architecture.Modules.MAIN_CODE;
import static dev.reprise.verification.architecture.Part.CORE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CoreTest {

  private static final Set<String> DECIDING_PACKAGES =
      Set.of("dev.reprise.decision", "dev.reprise.backoff", "dev.reprise.classify");
  private static final Set<String> DECIDING_TYPES =
      Set.of("dev.reprise.policy.RetryPolicy", "dev.reprise.policy.Decider");
  // Uses the monitor that Throwable.addSuppressed uses as well, and runs no foreign code under it.
  private static final String MONITOR_OF_THE_EXCEPTION = "ReportNote.java";
  private static final int PUBLIC_TYPES_AT_MOST = 25;
  private static final int FILES_AT_MOST = 30;
  private static final int CLASSES_IN_A_CYCLE_AT_MOST = 6;
  // One type each, with its implementations and its text form.
  private static final String[] FAMILIES = {"dev.reprise.backoff", "dev.reprise.budget"};

  @Test
  void decisions_use_no_clock_randomness_thread_logger_or_io() {
    PartRules.reachesNoAmbientEffects(DescribedPredicate.describe("decide", CoreTest::decides))
        .check(MAIN_CODE);
  }

  @Test
  void packages_have_no_cycles() {
    PartRules.hasNoPackageCycles(CORE).check(MAIN_CODE);
  }

  @Test
  void classes_have_no_large_cycles() {
    PartRules.hasNoLargeClassCycles(CORE, CLASSES_IN_A_CYCLE_AT_MOST, FAMILIES).check(MAIN_CODE);
  }

  @Test
  void has_few_files_in_the_main_package() throws IOException {
    Path root = Sources.root().resolve("core/src/main/java/dev/reprise");
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files.filter(Files::isRegularFile)).hasSizeLessThanOrEqualTo(FILES_AT_MOST);
    }
  }

  @Test
  void has_no_thread_local() {
    PartRules.hasNoThreadLocal(CORE).check(MAIN_CODE);
  }

  @Test
  void has_no_monitor_except_that_of_an_exception() throws IOException {
    Pattern monitor = Pattern.compile("\\bsynchronized\\b");
    List<String> holders = new ArrayList<>();
    for (Path file : Sources.of(Sources.root().resolve("core"))) {
      if (monitor.matcher(Sources.code(file)).find()) {
        holders.add(file.getFileName().toString());
      }
    }
    assertThat(holders).as("files that use a monitor").isSubsetOf(MONITOR_OF_THE_EXCEPTION);
  }

  @Test
  void has_few_public_types_in_the_main_package() {
    List<String> everyday =
        MAIN_CODE.stream()
            .filter(type -> type.getPackageName().equals("dev.reprise"))
            .filter(type -> type.isTopLevelClass())
            .filter(type -> type.getModifiers().contains(PUBLIC))
            .map(JavaClass::getSimpleName)
            .sorted()
            .toList();
    assertThat(everyday).hasSizeLessThanOrEqualTo(PUBLIC_TYPES_AT_MOST);
  }

  private static boolean decides(JavaClass type) {
    return DECIDING_PACKAGES.contains(type.getPackageName())
        || DECIDING_TYPES.contains(type.getName());
  }
}
