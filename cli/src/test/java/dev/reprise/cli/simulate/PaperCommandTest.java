package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.Papers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PaperCommandTest {

  @Test
  void lists_the_papers_with_their_years() {
    SimulateCommandTest.Ended ended = SimulateCommandTest.simulate("paper");

    assertThat(ended.code()).isZero();
    for (Paper paper : Papers.all()) {
      assertThat(ended.out()).contains(paper.name() + " ", "(" + paper.year() + ")");
    }
    assertThat(ended.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void shows_the_source_and_both_numbers_of_a_claim() {
    SimulateCommandTest.Ended ended = SimulateCommandTest.simulate("paper", "finagle");

    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("https://twitter.github.io/finagle", "published  1.3", ", agrees")
        .containsPattern("here {7}1\\.3");
  }

  @Test
  void the_printed_command_gives_the_figure_of_the_claim() {
    SimulateCommandTest.Ended ended = SimulateCommandTest.simulate("paper", "sre-budget");
    String printed = ended.out().substring(ended.out().indexOf("reprise simulate failing"));
    String[] words = printed.replace("reprise simulate ", "").strip().split(" \\\\\\s+");

    SimulateCommandTest.Ended repeated =
        SimulateCommandTest.simulate(
            Arrays.stream(words)
                .flatMap(word -> Arrays.stream(word.split(" ", 2)))
                .map(word -> word.replace("'", ""))
                .toArray(String[]::new));

    assertThat(repeated.code()).isZero();
    assertThat(repeated.out()).containsPattern("budget-10 .* 1\\.10");
  }

  @Test
  void an_unknown_name_is_refused_with_a_suggestion() {
    SimulateCommandTest.Ended ended = SimulateCommandTest.simulate("paper", "aws-2051");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("aws-2015");
  }

  @Test
  void a_number_of_runs_out_of_range_is_refused() {
    SimulateCommandTest.Ended ended = SimulateCommandTest.simulate("paper", "finagle", "--seeds=0");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("--seeds must be from 1 to 1000000, but was 0");
  }
}
