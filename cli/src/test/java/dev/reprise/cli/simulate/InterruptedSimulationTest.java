package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "ends a process by a signal")
class InterruptedSimulationTest {

  @Test
  void reports_an_interruption_before_the_first_result() {
    Scenario scenario = Scenarios.named("aws-contention");
    ParallelExperiment experiment =
        new ParallelExperiment(new Experiment(scenario, List.of(), 3, 1));
    experiment.stop();
    assertThat(ResultText.of(experiment.run(2), scenario.model().metrics()))
        .contains("INCOMPLETE: stopped before the first run ended.");
  }

  @Test
  void ctrl_c_prints_the_results_so_far_as_incomplete() throws Exception {
    assumeTrue(Signals.canInterrupt());
    Program program =
        Program.reprise(
            "simulate", "aws-contention", "--clients=10", "--only=full,none", "--seeds=1000000");
    assertThat(program.readMessage())
        .matches(
            "reprise: 2000000 runs, up to \\d+ million events, about \\d+ (s|min) at most; Ctrl-C"
                + " prints the results so far");
    program.signal("INT");
    Program.Ended ended = program.end();
    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text()).contains("aws-contention: ", "INCOMPLETE: stopped ");
  }
}
