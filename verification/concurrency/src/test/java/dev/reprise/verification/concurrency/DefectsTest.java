package dev.reprise.verification.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.verification.defects.BrokenCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fast checks of the defects and of the page; {@link ConcurrencyProofTest} plants the defects. */
class DefectsTest {

  static List<Integer> rounds() {
    return Defects.rounds();
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void every_defect_has_its_place_in_the_code(int round) throws IOException {
    assertThat(BrokenCopies.texts(SourceTree.root(), Defects.plantedIn(round))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void no_test_must_find_two_defects_of_a_round(int round) {
    List<String> finders = new ArrayList<>();
    Defects.ofRound(round).forEach(defect -> finders.addAll(defect.foundBy()));
    assertThat(finders).doesNotHaveDuplicates();
  }

  @Test
  void every_test_and_every_model_finds_a_defect() {
    List<String> finders =
        Defects.all().stream().flatMap(defect -> defect.foundBy().stream()).toList();
    assertThat(finders).containsAll(Claims.names()).containsAll(Models.names());
  }

  @Test
  void the_page_has_every_test_with_its_claim() throws IOException {
    String page = page();
    for (String name : Claims.names()) {
      assertThat(page).contains(Claims.info(name).description() + " | `" + name + "` |");
    }
    assertThat(Models.LINEARIZABLE.keySet()).allMatch(model -> page.contains("`" + model + "`"));
  }

  @Test
  void the_page_has_every_defect_with_its_tests() throws IOException {
    assertThat(page()).contains(Defects.all().stream().map(RaceDefect::row).toList());
  }

  private static String page() throws IOException {
    return Files.readString(SourceTree.root().resolve("docs/reference/concurrency.md"));
  }
}
