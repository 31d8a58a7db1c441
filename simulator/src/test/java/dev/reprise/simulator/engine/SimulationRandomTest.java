package dev.reprise.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class SimulationRandomTest {

  private static final int DRAWS = 1_000_000;

  private final SimulationRandom random = SimulationRandom.of(42, 7);

  @Test
  void generates_the_same_numbers_on_every_jdk() {
    long digest = 0;
    for (int i = 0; i < 100_000; i++) {
      digest = 31 * digest + random.nextLong();
      digest = 31 * digest + random.nextInt();
      digest = 31 * digest + random.nextInt(1000);
      digest = 31 * digest + random.nextLong(3_000_000_000_000_000_000L);
      digest = 31 * digest + Double.doubleToLongBits(random.nextDouble());
      digest = 31 * digest + Double.doubleToLongBits(random.nextGaussian());
      digest = 31 * digest + Double.doubleToLongBits(random.nextExponential());
    }
    assertThat(digest).isEqualTo(DIGEST);
  }

  private static final long DIGEST = -7009700274253808575L;

  @Test
  void streams_differ_by_every_element_of_their_path() {
    long[] first =
        new long[] {
          SimulationRandom.of(1).nextLong(),
          SimulationRandom.of(2).nextLong(),
          SimulationRandom.of(1, 0).nextLong(),
          SimulationRandom.of(1, 1).nextLong(),
          SimulationRandom.of(1, 1, 0).nextLong(),
          SimulationRandom.of(1, 0, 1).nextLong()
        };
    assertThat(first).doesNotHaveDuplicates();
    assertThat(SimulationRandom.of(1, 2, 3).nextLong())
        .isEqualTo(SimulationRandom.of(1, 2, 3).nextLong());
  }

  private static double[] moments(DoubleSupplier draw) {
    double[] sums = new double[5];
    for (int i = 0; i < DRAWS; i++) {
      double value = draw.getAsDouble();
      double power = 1;
      for (int order = 0; order < sums.length; order++) {
        sums[order] += power / DRAWS;
        power *= value;
      }
    }
    return sums;
  }

  /** The standard errors of the four moments are 0.001, 0.0014, 0.0039 and 0.0098. */
  @Test
  void gaussians_have_the_moments_of_the_normal_distribution() {
    double[] moments = moments(random::nextGaussian);
    assertThat(moments[1]).isEqualTo(0, within(0.004));
    assertThat(moments[2]).isEqualTo(1, within(0.006));
    assertThat(moments[3]).isEqualTo(0, within(0.016));
    assertThat(moments[4]).isEqualTo(3, within(0.04));
  }

  /** The largest distance is below 1.95 / sqrt(n) in 999 of 1,000 samples (Kolmogorov). */
  @Test
  void gaussians_follow_the_normal_distribution_including_the_tails() {
    double[] drawn = new double[DRAWS];
    Arrays.setAll(drawn, i -> random.nextGaussian());
    Arrays.sort(drawn);
    double most = 0;
    for (int i = 0; i < DRAWS; i++) {
      most = Math.max(most, Math.abs(normal(drawn[i]) - (i + 0.5) / DRAWS));
    }
    assertThat(most * Math.sqrt(DRAWS)).isLessThan(1.95);
    assertThat(Arrays.stream(drawn).filter(x -> Math.abs(x) > 3.6541528853610088).count())
        .as("beyond the last layer")
        .isBetween(194L, 322L);
  }

  /** Marsaglia's series for the normal distribution. */
  private static double normal(double x) {
    if (x < -8 || x > 8) {
      return x < 0 ? 0 : 1;
    }
    double sum = x;
    double term = x;
    for (int i = 3; sum + term != sum; i += 2) {
      term = term * x * x / i;
      sum += term;
    }
    return 0.5 + sum * StrictMath.exp(-0.5 * x * x - 0.91893853320467274178);
  }

  @Test
  void exponentials_have_the_moments_of_the_exponential_distribution() {
    double[] moments = moments(random::nextExponential);
    assertThat(moments[1]).isEqualTo(1, within(0.004));
    assertThat(moments[2]).isEqualTo(2, within(0.018));
  }

  @Test
  void whole_numbers_are_uniform_over_their_range() {
    int[] counts = new int[7];
    for (int i = 0; i < DRAWS; i++) {
      counts[random.nextInt(7)]++;
    }
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - DRAWS / 7.0) * (count - DRAWS / 7.0) / (DRAWS / 7.0);
    }
    assertThat(chiSquare).as("chi-square with six degrees of freedom").isLessThan(22.5);
    assertThat(random.nextLong(1)).isZero();
  }

  @Test
  void refuses_an_empty_range() {
    assertThatThrownBy(() -> random.nextLong(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bound must be at least 1, but was 0");
  }
}
