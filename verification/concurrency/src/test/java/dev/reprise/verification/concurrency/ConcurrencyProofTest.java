package dev.reprise.verification.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.verification.defects.BrokenCopies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No test observes a forbidden outcome. With a planted defect, the tests that are assigned to it
 * do, which proves that they can. Each folder has an {@code output.txt} with details.
 */
@Tag("proof")
class ConcurrencyProofTest {

  @BeforeAll
  static void needs_two_processors() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() >= 2,
        "races need at least two processors; this machine has one");
  }

  /** A rare race may need several tries, above all on a machine with other work. */
  private static final int TRIES = 10;

  static List<Integer> rounds() {
    return Defects.rounds();
  }

  static List<Integer> roundsOfModels() {
    return Defects.roundsOfModels();
  }

  @Test
  void nothing_forbidden_is_observed() throws Exception {
    Path folder = SourceTree.emptyFolder("stress");
    SortedMap<String, Observation> observed =
        Stress.run(folder, List.of(), Claims.names(), Stress.Mode.wanted());
    Files.write(folder.resolve("rows.md"), rows(observed.values()));
    assertThat(observed.keySet()).containsExactlyElementsOf(Claims.names());
    assertThat(observed.values()).allMatch(Observation::holds);
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void every_planted_defect_is_observed(int round) throws Exception {
    Path folder = SourceTree.emptyFolder("stress-of-defects-" + round);
    List<Path> broken =
        List.of(BrokenCopies.compile(SourceTree.root(), Defects.plantedIn(round), folder));
    SortedSet<String> remaining = Defects.finders(round, Claims.names()::contains);
    SortedMap<String, Observation> last = new TreeMap<>();
    for (int i = 0; i < TRIES && !remaining.isEmpty(); i++) {
      Path attempt = Files.createDirectory(folder.resolve("try-" + (i + 1)));
      last =
          Stress.run(attempt, broken, remaining, i == 0 ? Stress.Mode.SANITY : Stress.Mode.LONGER);
      Files.write(attempt.resolve("rows.md"), rows(last.values()));
      last.values().stream()
          .filter(Observation::isForbidden)
          .forEach(found -> remaining.remove(found.test()));
    }
    assertThat(remaining).as("tests that find no defect: %s", last).isEmpty();
  }

  @Test
  void every_model_holds() throws Exception {
    assertThat(Models.check(SourceTree.emptyFolder("models"), List.of(), Models.names()))
        .containsOnlyKeys(Models.names())
        .doesNotContainValue(false);
  }

  @ParameterizedTest
  @MethodSource("roundsOfModels")
  void every_planted_defect_fails_its_models(int round) throws Exception {
    Path folder = SourceTree.emptyFolder("models-of-defects-" + round);
    List<Path> broken =
        List.of(BrokenCopies.compile(SourceTree.root(), Defects.plantedIn(round), folder));
    SortedSet<String> models = new TreeSet<>(Defects.finders(round, Models.names()::contains));
    assertThat(Models.check(folder, broken, models))
        .containsOnlyKeys(models)
        .doesNotContainValue(true);
  }

  /** The rows of docs/reference/concurrency.md. */
  private static List<String> rows(Collection<Observation> observed) {
    return observed.stream().map(Observation::row).collect(Collectors.toList());
  }
}
