package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelLayoutTest {

  @Test
  void does_not_move_labels_that_are_far_apart() {
    double[] wanted = {10, 200, 100};
    assertThat(LabelLayout.apart(wanted, 16, 0, 300)).containsExactly(wanted);
  }

  @Test
  void moves_labels_apart_in_both_directions() {
    double[] placed = LabelLayout.apart(new double[] {100, 100}, 16, 0, 300);
    assertThat(placed[1] - placed[0]).isGreaterThan(15.9);
    assertThat(placed[0] + placed[1]).isBetween(199.0, 201.0);
  }

  @Test
  void keeps_all_labels_in_the_range_and_apart() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 500; i++) {
      double[] wanted = random.doubles(1 + i % 20, -50, 400).toArray();
      double[] placed = LabelLayout.apart(wanted, 16, 0, 320);
      Arrays.sort(placed);
      assertThat(placed[0]).isGreaterThan(-0.5);
      assertThat(placed[placed.length - 1]).isLessThan(320.5);
      for (int k = 1; k < placed.length; k++) {
        assertThat(placed[k] - placed[k - 1]).isGreaterThan(15.9);
      }
    }
  }

  @Test
  void reduces_the_gaps_if_there_is_too_little_room() {
    double[] placed = LabelLayout.apart(new double[30], 16, 0, 100);
    assertThat(Arrays.stream(placed).allMatch(p -> p > -0.5 && p < 100.5)).isTrue();
  }
}
