package dev.reprise.verification.benchmarks.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsTest {

  @Test
  void measures_a_million_calls_of_all_contenders_by_default() {
    Settings settings = Settings.of();

    assertThat(settings.count()).isEqualTo(1_000_000);
    assertThat(AsyncContender.values()).allMatch(settings::takes);
    assertThat(settings.explain()).isFalse();
    assertThat(settings.timersAlone()).isFalse();
  }

  @Test
  void every_option_is_read() {
    Settings settings =
        Settings.of("--count", "7", "--limit", "9", "--only", "failsafe", "--explain");

    assertThat(settings.count()).isEqualTo(7);
    assertThat(settings.limit()).isEqualTo(Duration.ofSeconds(9));
    assertThat(AsyncContender.values())
        .filteredOn(settings::takes)
        .containsOnly(AsyncContender.FAILSAFE);
    assertThat(settings.explain()).isTrue();
    assertThat(Settings.of("--timers").timersAlone()).isTrue();
  }

  @Test
  void invalid_values_are_refused_with_their_bound() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("--count", "0"))
        .withMessage("--count must be at least 1, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("--limit", "soon"))
        .withMessage("--limit must be a number, but was soon");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("--count"))
        .withMessage("--count needs a value");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("--fast"))
        .withMessage("Unknown option --fast");
  }
}
