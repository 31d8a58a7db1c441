package dev.reprise.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.plot.BarChart;
import dev.reprise.simulator.plot.Numbers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureSetTest {

  @Test
  void draws_the_seven_figures_in_order() {
    FigureSet set = FigureSet.seven(2, 7);
    List<NamedFigure> pictures = set.draw(2);
    assertThat(pictures)
        .extracting(NamedFigure::name)
        .containsExactly(
            "1-completion-none",
            "2-work-none",
            "3-work-exponential",
            "4-calls-exponential",
            "5-calls-full",
            "6-work-full",
            "7-completion-full");
    assertThat(set.finished()).isEqualTo(set.runs()).isEqualTo(5 * 19 * 2);
    assertThat(set.law()).contains("(w − 1)(τ/V − 1) ≥ 1").contains("exponential ");
    assertThat(pictures).allSatisfy(p -> assertThat(p.figure().caption()).isNotEmpty());
  }

  @Test
  void draws_the_same_figures_with_any_number_of_threads() {
    FigureSet set = FigureSet.seven(1, 3);
    assertThat(set.page(set.draw(1))).isEqualTo(set.page(FigureSet.seven(1, 3).draw(3)));
  }

  @Test
  void shows_clusters_without_jitter_and_fills_the_gaps_with_it() {
    List<NamedFigure> pictures = FigureSet.seven(1, 1).draw(2);
    double[] exponential = values(pictures.get(3));
    double[] full = values(pictures.get(4));
    assertThat(clusters(exponential)).isBetween(6, 8);
    assertThat(longestGap(exponential)).isGreaterThan(3 * longestGap(full));
  }

  @Test
  void captions_say_what_the_data_say() {
    List<NamedFigure> pictures = FigureSet.seven(3, 1).draw(2);
    assertThat(pictures)
        .allSatisfy(
            picture ->
                assertThat(picture.figure().caption())
                    .containsPattern("aws-contention.*(3 runs|one run).*base seed 1"));
    assertThat(pictures.get(2).figure().title())
        .matches(
            "Exponential backoff saves 2[0-9] % of the work of 100 clients, 3[0-9] % of that of 190");
    double[] full = values(pictures.get(4));
    double first = Arrays.stream(full, 0, 100).sum() / 100;
    double last = Arrays.stream(full, 900, 1000).sum() / 100;
    assertThat(first).isGreaterThan(10 * last);
    assertThat(pictures.get(4).figure().caption())
        .contains("The rate falls from " + Numbers.brief(first) + " calls/ms")
        .contains("to " + Numbers.brief(last) + " in the last");
    assertThat(pictures.get(3).figure().caption())
        .contains("in " + clusters(values(pictures.get(3))) + " clusters");
  }

  private static double[] values(NamedFigure picture) {
    return ((BarChart) picture.figure()).values().stream().mapToDouble(v -> v).toArray();
  }

  /** Counts groups of calls; between two groups there are at least 15 ms without a call. */
  private static int clusters(double[] values) {
    int clusters = 0;
    int silent = 15;
    for (double value : values) {
      if (value > 0 && silent >= 15) {
        clusters++;
      }
      silent = value > 0 ? 0 : silent + 1;
    }
    return clusters;
  }

  private static int longestGap(double[] values) {
    int longest = 0;
    int silent = 0;
    for (int i = 100; i < values.length; i++) {
      silent = values[i] > 0 ? 0 : silent + 1;
      longest = Math.max(longest, silent);
    }
    return longest;
  }

  @Test
  void draws_nothing_once_it_was_stopped() {
    FigureSet set = FigureSet.extended(5, 1);
    set.stop();
    assertThat(set.draw(2)).isEmpty();
    assertThat(set.finished()).isLessThan(set.runs());
  }

  @Test
  void rejects_zero_runs() {
    assertThatThrownBy(() -> FigureSet.seven(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seeds must be from 1 to 1000000, but was 0");
  }

  @Test
  void computes_the_known_scores_of_full_jitter_and_exponential_backoff() {
    assertThat(Contention.score(100, 796, 4915, 20)).isCloseTo(8.6, within(0.1));
    assertThat(Contention.score(100, 1857, 63_430, 20)).isCloseTo(508, within(2.0));
  }
}
