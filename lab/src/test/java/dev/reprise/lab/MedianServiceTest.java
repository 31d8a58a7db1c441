package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.time.TimeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedianServiceTest {

  private static String service(String lines) {
    return LabRequest.parse("scenario=outage-hang\n" + lines)
        .scenario()
        .settings()
        .texts()
        .get("service");
  }

  @ParameterizedTest
  @CsvSource({
    "exponential,  0.5, 28.853901",
    "constant,     0.5, 20",
    "log-normal,   0.5, 22.662969",
    "log-normal,   2,   147.781122",
    "percentiles,  0.5, 20"
  })
  void a_median_of_20_ms_has_a_mean_by_the_distribution(
      String distribution, String spread, double mean) {
    String lines = "distribution=" + distribution + "\nspread=" + spread;
    String service = service("service-p50=20ms\n" + lines);
    assertThat(TimeText.parse(service).toNanos() / 1e6).isCloseTo(mean, within(1e-5));
  }

  @Test
  void it_is_in_place_of_the_mean() {
    assertThat(service("service-p50=20ms\nservice=7s\ndistribution=constant")).isEqualTo("20ms");
    assertThat(service("service=7s")).isEqualTo("7s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fast", "0s", "-3ms", "20"})
  void a_mistake_names_the_median(String median) {
    assertThatThrownBy(() -> service("service-p50=" + median))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("service-p50 must be a duration of more than 0, such as 20ms, but")
        .hasMessageContaining(median);
  }

  @Test
  void a_mean_out_of_range_and_a_scenario_without_distribution_are_refused() {
    assertThatThrownBy(() -> service("service-p50=59m"))
        .hasMessageContaining("service must be a duration from 1us to 1h");
    assertThatThrownBy(() -> LabRequest.parse("scenario=failing-share\nservice-p50=20ms"))
        .hasMessage("service-p50: the scenario has no service time with a distribution");
  }
}
