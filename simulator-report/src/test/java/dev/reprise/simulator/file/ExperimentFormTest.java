package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.model.Contender;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenario file of an experiment is read back as the same experiment. */
class ExperimentFormTest {

  private static List<String> scenarios() {
    return List.copyOf(Scenarios.all().keySet());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void a_scenario_file_holds_the_whole_experiment(String name) {
    Scenario builtIn = Scenarios.named(name);
    List<Contender> contenders = new ArrayList<>(builtIn.contenders());
    String label = contenders.get(0).label();
    contenders.set(
        0, ContenderText.parse(label + ": maxAttempts=2 backoff=fixed(70ms); budget=bucket(9, 3)"));
    contenders.add(ContenderText.parse("o/n 100%: maxAttempts=7; budget=ratio(20%, 10/s)"));
    Scenario changed = builtIn.withContenders(contenders);
    if (builtIn.settings().texts().containsKey("rate")) {
      changed = changed.with("rate", "12.5");
    }
    ScenarioFile file =
        ScenarioFile.parse("copied.yaml", new ExperimentForm(changed, 17, -4).yaml());
    assertThat(file.scenario().settings().texts()).isEqualTo(changed.settings().texts());
    assertThat(file.scenario().contenders())
        .extracting(ContenderText::format)
        .isEqualTo(contenders.stream().map(ContenderText::format).toList());
    assertThat(file.seeds()).hasValue(17);
    assertThat(file.seed()).hasValue(-4);
    assertThat(file.sweeps()).isEmpty();
  }
}
