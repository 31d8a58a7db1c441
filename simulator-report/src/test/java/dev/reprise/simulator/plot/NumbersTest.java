package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {

  @Test
  void separates_thousands_and_prints_never_for_infinity() {
    assertThat(Numbers.brief(63_430.4)).isEqualTo("63,430");
    assertThat(Numbers.brief(1.3333)).isEqualTo("1.33");
    assertThat(Numbers.brief(0.012_54)).isEqualTo("0.0125");
    assertThat(Numbers.brief(-0.5)).isEqualTo("−0.5");
    assertThat(Numbers.brief(0)).isEqualTo("0");
    assertThat(Numbers.brief(1e-12)).isEqualTo("0");
    assertThat(Numbers.brief(Double.POSITIVE_INFINITY)).isEqualTo("never");
    assertThat(Numbers.brief(Double.NaN)).isEqualTo("–");
  }

  @Test
  void shows_as_many_digits_as_the_error_allows() {
    assertThat(Numbers.withError(796.234, 1.43)).isEqualTo("796.2 ± 1.4");
    assertThat(Numbers.withError(62_497, 1044)).isEqualTo("62,497 ± 1,044");
    assertThat(Numbers.withError(0.501_36, 0.000_77)).isEqualTo("0.5014 ± 0.0008");
    assertThat(Numbers.withError(1.001_613, 0.000_006)).isEqualTo("1.002");
    assertThat(Numbers.withError(30, 0)).isEqualTo("30");
  }

  @Test
  void shows_a_difference_no_more_exactly_than_its_operands() {
    assertThat(Numbers.withError(-0.001_613, 0.000_006, 1.001)).isEqualTo("−0.002");
    assertThat(Numbers.withError(-0.000_004, 0.000_012, 0.5)).isEqualTo("0");
  }

  @Test
  void writes_coordinates_in_few_characters() {
    assertThat(Numbers.coordinate(12)).isEqualTo("12");
    assertThat(Numbers.coordinate(12.5)).isEqualTo("12.5");
    assertThat(Numbers.coordinate(-0.054)).isEqualTo("-0.05");
    assertThat(Numbers.coordinate(-0.001)).isEqualTo("0");
  }
}
