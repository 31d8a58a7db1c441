package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.plot.Scale.Tick;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScaleTest {

  private static List<String> labels(Scale scale) {
    return scale.ticks().stream().filter(Tick::major).map(Tick::label).toList();
  }

  @Test
  void starts_at_zero_where_the_data_start_near_zero() {
    Scale scale = Scale.linear(39, 8000);
    assertThat(scale.from()).isZero();
    assertThat(labels(scale)).containsExactly("0", "2,000", "4,000", "6,000", "8,000");
  }

  @Test
  void has_minor_ticks_between_those_with_labels() {
    assertThat(Scale.linear(0, 100).ticks()).hasSize(21);
    assertThat(Scale.logarithmic(1, 100).ticks()).hasSize(19);
  }

  @Test
  void labels_a_short_logarithmic_axis_at_one_two_and_five() {
    assertThat(labels(Scale.logarithmic(10, 1000)))
        .containsExactly("10", "20", "50", "100", "200", "500", "1,000");
  }

  @Test
  void labels_a_long_logarithmic_axis_at_the_decades() {
    assertThat(labels(Scale.logarithmic(0.1, 100_000)))
        .containsExactly("0.1", "1", "10", "100", "1,000", "10,000", "100,000");
  }

  @Test
  void holds_all_data_and_has_a_readable_number_of_labels() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 2000; i++) {
      double least = Math.pow(10, random.nextDouble(-4, 6));
      double most = least * (1 + Math.pow(10, random.nextDouble(-2, 6)));
      for (Scale scale : List.of(Scale.linear(least, most), Scale.logarithmic(least, most))) {
        assertThat(scale.holds(least) && scale.holds(most)).as("%s for %s", scale, most).isTrue();
        assertThat(labels(scale))
            .as(scale.toString())
            .hasSizeBetween(2, 11)
            .doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void accepts_equal_and_negative_data() {
    assertThat(labels(Scale.linear(0, 0))).isNotEmpty();
    assertThat(labels(Scale.linear(5, 5))).isNotEmpty();
    assertThat(labels(Scale.linear(-5, -1))).isNotEmpty();
    assertThat(labels(Scale.logarithmic(5, 5))).isNotEmpty();
    assertThat(labels(Scale.logarithmic(0, 5))).isNotEmpty();
  }
}
