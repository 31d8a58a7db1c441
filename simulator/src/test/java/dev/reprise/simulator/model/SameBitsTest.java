package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that results are equal to the last bit on every JDK. */
class SameBitsTest {

  private static final Map<String, Map<String, String>> SHORTER =
      Map.of(
          "outage-hang", Map.of("fault-length", "5s", "fault-start", "5s", "watch", "60s"),
          "latency-step", Map.of("fault-length", "5s", "fault-start", "5s", "watch", "60s"),
          "thundering-herd", Map.of("clients", "500"));

  private static long digest(String name) {
    Scenario scenario = Scenarios.named(name);
    for (var shorter : SHORTER.getOrDefault(name, Map.of()).entrySet()) {
      scenario = scenario.with(shorter.getKey(), shorter.getValue());
    }
    long digest = 0;
    for (Cell cell : new Experiment(scenario, List.of(), 2, 17).run().cells()) {
      for (double[] values : cell.values()) {
        for (double value : values) {
          digest = 31 * digest + Double.doubleToLongBits(value);
        }
      }
      digest = 31 * digest + cell.events();
    }
    return digest;
  }

  @ParameterizedTest
  @CsvSource({
    "aws-contention, -4692322138024142296",
    "reserved-slots, -8061092864339881671",
    "rate-limit, -3758942969229601198",
    "dynamodb-capacity, -5455921266625885493",
    "three-layers, -1365086213154921769",
    "thundering-herd, 261815315500351530",
    "failing-share, -2534711018089189897"
  })
  void are_equal_on_every_jdk(String scenario, long expected) {
    assertThat(digest(scenario)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "closed-loop, 1167799977145826388",
    "outage-hang, -7305109435058376193",
    "latency-step, -994532495991746759"
  })
  @Tag("proof")
  void are_equal_on_every_jdk_in_long_runs(String scenario, long expected) {
    are_equal_on_every_jdk(scenario, expected);
  }
}
