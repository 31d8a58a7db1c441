package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.model.Parameter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueListTest {

  private static final Parameter<Integer> CLIENTS =
      Parameter.count("clients", 1, 1, 1000, "how many");
  private static final Parameter<Double> SHARE = Parameter.number("share", 0.5, 0, 1, "how much");
  private static final Parameter<Duration> TIME =
      Parameter.duration("time", "1s", "1ms", "1h", "how long");
  private static final Parameter<Boolean> FLAG = Parameter.flag("flag", true, "whether");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | 30",
        " 30, 70 ,200 | 30,70,200",
        "30,30 | 30",
        "10..100 | 10,20,30,40,50,60,70,80,90,100",
        "1..3 | 1,2,3",
        "1..1000:3 | 1,501,1000",
        "5,10..20:3 | 5,10,15,20",
        "20..10:3 | 20,15,10",
      })
  void reads_counts(String text, String values) {
    assertThat(ValueList.parse(CLIENTS, text)).containsExactly(values.split(","));
  }

  @Test
  void reads_numbers_durations_and_flags() {
    assertThat(ValueList.parse(SHARE, "0..0.5:6"))
        .containsExactly("0", "0.1", "0.2", "0.3", "0.4", "0.5");
    assertThat(ValueList.parse(TIME, "1ms..1s:4")).containsExactly("1ms", "334ms", "667ms", "1s");
    assertThat(ValueList.parse(FLAG, "true,false")).containsExactly("true", "false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | clients must be a whole number from 1 to 1000, but was x",
        "1,,2 | clients must be a whole number from 1 to 1000, but was ",
        "0..5 | clients must be a whole number from 1 to 1000, but was 0",
        "1..2000 | clients must be a whole number from 1 to 1000, but was 2000",
        "1..5:1 | clients must take at least 2 values from 1 to 5",
        "1..5:1001 | clients must take at most 1000 values, but was given 1001",
        "1..5:999999999 | clients must take at most 1000 values, but was given 999999999",
      })
  void rejects_invalid_values(String text, String message) {
    assertThatThrownBy(() -> ValueList.parse(CLIENTS, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void commas_within_a_policy_separate_nothing() {
    String first = "maxAttempts=3 backoff=exponential(10ms, x2, cap=1s)";
    assertThat(
            ValueList.parse(
                Parameter.policy("other-policy", "maxAttempts=1", "a policy"),
                first + ",maxAttempts=2"))
        .containsExactly(first, "maxAttempts=2");
  }

  @Test
  void a_range_of_flags_is_rejected() {
    assertThatThrownBy(() -> ValueList.parse(FLAG, "true..false"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("flag has no values between true and false: list them");
  }
}
