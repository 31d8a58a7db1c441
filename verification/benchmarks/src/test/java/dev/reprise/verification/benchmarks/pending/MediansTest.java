package dev.reprise.verification.benchmarks.pending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.verification.benchmarks.process.Facts;
import java.util.List;
import org.junit.jupiter.api.Test;

class MediansTest {

  @Test
  void one_outlier_does_not_change_the_median() {
    assertThat(Medians.median(List.of(3.0, 900.0, 1.0))).isEqualTo(3);
    assertThat(Medians.median(List.of(4.0, 1.0, 2.0, 900.0))).isEqualTo(3);
  }

  @Test
  void figures_of_different_names_are_separate() {
    Medians medians = new Medians();
    medians.add("p50", 1);
    medians.add("p99", 10);
    medians.add("p50", 3);
    Facts facts = new Facts();

    medians.noteIn(facts);

    assertThat(facts.get("p50")).isEqualTo(2);
    assertThat(facts.get("p99")).isEqualTo(10);
    assertThat(facts.get(Medians.least("p50"))).isEqualTo(1);
  }
}
