package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The forms of an experiment that the page copies, as the shell and the command read them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs a command in a POSIX shell")
class CopiedCommandTest {

  @TempDir private Path folder;

  private static Scenario scenario() {
    Scenario builtIn = Scenarios.named("outage-hang");
    List<Contender> contenders = new ArrayList<>();
    contenders.add(builtIn.contenders().get(1));
    contenders.add(
        ContenderText.parse("standard: maxAttempts=2 backoff=fixed(70ms); budget=bucket(9, 3)"));
    contenders.add(Presets.named("resilience4j"));
    return builtIn
        .with("rate", "8.5")
        .with("workers", "1")
        .with("fault-start", "2s")
        .with("fault-length", "1s")
        .with("watch", "30s")
        .withContenders(contenders);
  }

  /** Returns the words of a command, as a shell reads them. */
  private static List<String> words(String command) throws IOException {
    Process shell =
        new ProcessBuilder(
                "sh", "-c", command.replaceFirst("^reprise simulate", "printf '%s\\\\n'"))
            .start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return words.lines().toList();
  }

  private JsonNode simulated(List<String> words) throws IOException {
    List<String> all = new ArrayList<>(words);
    Path file = folder.resolve("results.json");
    all.addAll(List.of("--json", file.toString()));
    SimulateCommandTest.simulate(all.toArray(String[]::new));
    return new ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void a_command_and_a_scenario_file_simulate_the_same_experiment() throws IOException {
    ExperimentForm form = new ExperimentForm(scenario(), 2, 7);
    List<String> words = words(form.command());
    assertThat(words)
        .containsSubsequence("outage-hang", "--rate", "8.5", "--workers", "1")
        .containsSubsequence("--only", "no-retry,standard 2,resilience4j", "--seeds", "2");
    JsonNode byCommand = simulated(words);
    Path file = folder.resolve("copied.yaml");
    Files.writeString(file, form.yaml());
    JsonNode byFile = simulated(Arrays.asList(file.toString()));
    assertThat(byCommand.get("seeds")).isEqualTo(byFile.get("seeds"));
    assertThat(byCommand.get("seed").asLong()).isEqualTo(7);
    assertThat(byCommand.get("parameters")).isEqualTo(byFile.get("parameters"));
    assertThat(byCommand.get("cells").findValues("mean")).hasSizeGreaterThan(10);
    assertThat(byCommand.get("cells").findValues("mean"))
        .isEqualTo(byFile.get("cells").findValues("mean"));
  }

  @Test
  void a_scenario_without_changes_is_a_short_command() {
    Scenario builtIn = Scenarios.named("brown-out");
    assertThat(new ExperimentForm(builtIn, 5, 1).command())
        .isEqualTo("reprise simulate brown-out \\\n    --seeds 5 \\\n    --seed 1\n");
  }
}
