package dev.reprise.verification.defects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the contract of drivers: each defect planted in the real drivers makes the scenario fail
 * that is assigned to it. Without a defect, all these scenarios pass.
 */
class PlantedDefectsTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();

  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Logger LOG = Logger.getLogger("dev.reprise");

  @TempDir private Path folder;

  /** Broken drivers write to the log, which is expected here. */
  @BeforeAll
  static void quiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void loud() {
    LOG.setLevel(null);
  }

  static List<DriverDefect> all() {
    return DriverDefect.all();
  }

  /** One of each part with a separate loop. */
  static Stream<DriverDefect> some() {
    return Stream.of(
            BlockingDefects.ALL,
            TokenDefects.ALL,
            AsyncDefects.ALL,
            HedgedDefects.ALL,
            DrivenDefects.ALL,
            SettlementDefects.ALL,
            ObserverDefects.ALL)
        .map(defects -> defects.get(0));
  }

  @ParameterizedTest
  @MethodSource("some")
  void the_contract_finds(DriverDefect planted) throws Exception {
    finds(planted);
  }

  @ParameterizedTest
  @MethodSource("all")
  @Tag("proof")
  void the_contract_finds_each(DriverDefect planted) throws Exception {
    finds(planted);
  }

  private void finds(DriverDefect planted) throws Exception {
    Path broken = BrokenCopies.compile(ROOT, List.of(planted.defect()), folder);
    try (BrokenLibrary library = new BrokenLibrary(broken)) {
      Throwable found = assertTimeoutPreemptively(LONGEST, () -> library.play(planted.foundBy()));
      assertThat(found).as(planted.foundBy()).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  @Tag("proof")
  void an_unchanged_copy_passes() throws Exception {
    Map<String, String> unchanged = new LinkedHashMap<>();
    for (DriverDefect planted : all()) {
      Path source = ROOT.resolve(planted.defect().source());
      unchanged.put(planted.defect().className(), Files.readString(source));
    }
    try (BrokenLibrary library = new BrokenLibrary(BrokenCopies.compile(unchanged, folder))) {
      assertThat(all())
          .extracting(DriverDefect::foundBy)
          .allSatisfy(scenario -> assertThat(library.play(scenario)).as(scenario).isNull());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void every_defect_has_its_place_in_the_code(DriverDefect planted) throws IOException {
    assertThat(BrokenCopies.texts(ROOT, List.of(planted.defect()))).hasSize(1);
  }

  @Test
  void no_defect_is_planted_twice() {
    assertThat(all()).extracting(DriverDefect::defect).doesNotHaveDuplicates();
    assertThat(all()).extracting(DriverDefect::toString).doesNotHaveDuplicates();
  }

  @Test
  void the_page_states_the_number_of_defects_of_each_part() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/design/planted-defects.md"));
    Map<String, Integer> parts = new LinkedHashMap<>();
    all().forEach(planted -> parts.merge(planted.part(), 1, Integer::sum));
    assertThat(page).contains("**" + all().size() + " defects**");
    for (String other : List.of("guide/testing", "design/README", "reference/evidence")) {
      assertThat(Files.readString(ROOT.resolve("docs/" + other + ".md")))
          .as(other)
          .containsPattern("\\b" + all().size() + " (planted )?mistakes");
    }
    parts.forEach((part, count) -> assertThat(page).contains("| " + part + " | " + count + " |"));
  }
}
