package dev.reprise.simulator.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.experiment.Results;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PapersTest {

  static Stream<Paper> papers() {
    return Papers.all().stream();
  }

  @ParameterizedTest
  @MethodSource("papers")
  void the_simulation_agrees_with_every_claim(Paper paper) {
    for (PaperExperiment planned : paper.experiments()) {
      Results results = planned.experiment(planned.seeds(), 1).run();
      assertThat(planned.claims()).isNotEmpty();
      for (Claim claim : planned.claims()) {
        double simulated = claim.simulated(results);
        assertThat(simulated)
            .as("%s: %s", paper.name(), claim.statement())
            .isBetween(claim.min(), claim.max());
        assertThat(claim.agrees(simulated)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("papers")
  void a_paper_names_its_source(Paper paper) {
    assertThat(paper.link()).startsWith("https://");
    assertThat(List.of(paper.title(), paper.authors(), paper.summary()))
        .allSatisfy(text -> assertThat(text).isNotBlank());
    assertThat(paper.year()).isBetween(2010, 2026);
    assertThat(Papers.named(paper.name())).isSameAs(paper);
  }

  @Test
  void an_unknown_name_is_refused_with_the_list_of_names() {
    assertThatThrownBy(() -> Papers.named("aws-2016"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("aws-2016")
        .hasMessageContaining("aws-2015, sre-64");
  }

  @Test
  void a_value_outside_of_the_range_does_not_agree() {
    Claim claim = new Claim("load", "2", 1.9, 2.1, results -> 0);

    assertThat(claim.agrees(1.9)).isTrue();
    assertThat(claim.agrees(1.89)).isFalse();
    assertThat(claim.agrees(2.11)).isFalse();
    assertThat(claim.agrees(Double.NaN)).isFalse();
  }
}
