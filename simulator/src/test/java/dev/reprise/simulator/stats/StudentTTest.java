package dev.reprise.simulator.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

  /** From the tables of the NIST/SEMATECH e-Handbook, 1.3.6.7.2. */
  @ParameterizedTest
  @CsvSource({
    "1, 12.706, 63.657",
    "4, 2.776, 4.604",
    "30, 2.042, 2.750",
    "31, 2.040, 2.744",
    "40, 2.021, 2.704",
    "60, 2.000, 2.660",
    "100, 1.984, 2.626",
    "1000000, 1.960, 2.576",
  })
  void equals_the_tables(int freedom, double at95, double at99) {
    assertThat(StudentT.at95(freedom)).isEqualTo(at95, within(6e-4));
    assertThat(StudentT.at99(freedom)).isEqualTo(at99, within(6e-4));
  }

  @Test
  void decreases_with_the_number_of_runs() {
    for (int freedom = 1; freedom < 200; freedom++) {
      assertThat(StudentT.at95(freedom)).isGreaterThan(StudentT.at95(freedom + 1));
      assertThat(StudentT.at99(freedom)).isGreaterThan(StudentT.at99(freedom + 1));
    }
  }

  @Test
  void one_run_has_no_interval() {
    assertThat(StudentT.at95(0)).isInfinite();
    assertThat(Estimate.of(new double[] {3}).margin()).isZero();
    assertThat(Estimate.of(new double[] {3, 5}).margin()).isEqualTo(12.7062, within(1e-9));
  }
}
