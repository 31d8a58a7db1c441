package dev.reprise.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.paper.Claim;
import dev.reprise.simulator.paper.PaperExperiment;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaperTextTest {

  private static PaperExperiment planned(Claim claim) {
    Scenario scenario = Scenarios.named("two-second-hang");
    scenario =
        scenario
            .with("workers", "10")
            .with("queue", "1000")
            .with("fault-start", "5s")
            .with("watch", "30s")
            .withContenders(List.of(scenario.contenders().get(2)));
    List<Sweep> sweeps =
        List.of(
            new Sweep("rate", List.of("20", "80")),
            new Sweep("fault-length", List.of("500ms", "8s")));
    return new PaperExperiment("A small server.", scenario, sweeps, 1, List.of(claim));
  }

  private static List<String> lines(Claim claim) {
    PaperExperiment planned = planned(claim);
    return PaperText.of(planned, planned.experiment(1, 1).run());
  }

  @Test
  void shows_a_map_of_two_parameters_and_the_command() {
    List<String> lines = lines(new Claim("load", "2", 1.9, 2.1, results -> 2));

    assertThat(lines)
        .contains(
            "A small server.",
            "    no-budget: rate to the right, fault-length",
            "    500ms   .   .",
            "       8s   .   #");
    assertThat(lines)
        .containsSequence(
            "  reprise simulate two-second-hang \\",
            "      --workers 10 \\",
            "      --queue 1000 \\",
            "      --fault-start 5s \\");
    assertThat(lines)
        .endsWith(
            "      --rate 20,80 \\",
            "      --fault-length 500ms,8s \\",
            "      --only no-budget \\",
            "      --seeds 1 \\",
            "      --seed 1");
  }

  @Test
  void says_whether_the_simulation_agrees() {
    assertThat(lines(new Claim("load", "2", 1.9, 2.1, results -> 2)))
        .contains("  - load", "    published  2", "    here       2, agrees");
    assertThat(lines(new Claim("load", "2", 1.9, 2.1, results -> 3)))
        .contains("    here       3, differs");
  }
}
