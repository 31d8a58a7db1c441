package dev.reprise.verification.benchmarks.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsTest {

  @Test
  void a_million_calls_of_everybody_unless_told_otherwise() {
    Settings settings = Settings.of();

    assertThat(settings.count()).isEqualTo(1_000_000);
    assertThat(Contestant.values()).allMatch(settings::takes);
    assertThat(settings.explain()).isFalse();
    assertThat(settings.timersAlone()).isFalse();
  }

  @Test
  void every_option_is_taken() {
    Settings settings =
        Settings.of("--count", "7", "--limit", "9", "--only", "failsafe", "--explain");

    assertThat(settings.count()).isEqualTo(7);
    assertThat(settings.limit()).isEqualTo(Duration.ofSeconds(9));
    assertThat(Contestant.values()).filteredOn(settings::takes).containsOnly(Contestant.FAILSAFE);
    assertThat(settings.explain()).isTrue();
    assertThat(Settings.of("--timers").timersAlone()).isTrue();
  }

  @Test
  void what_cannot_be_meant_is_refused_with_its_bound() {
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
