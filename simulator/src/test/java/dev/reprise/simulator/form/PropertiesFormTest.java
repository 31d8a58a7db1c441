package dev.reprise.simulator.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PropertiesFormTest {

  @TempDir private Path folder;

  private static Stream<Contender> contenders() {
    return Scenarios.all().values().stream()
        .map(Scenario::contenders)
        .flatMap(contenders -> contenders.stream())
        .filter(contender -> !contender.policy().backoff().isCustom())
        .distinct();
  }

  private RetryRegistry load(String text) throws IOException {
    Path file = folder.resolve("policies.properties");
    Files.writeString(file, text);
    return RetryRegistry.load(file);
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void a_registry_reads_the_policy_and_the_budget(Contender contender) throws IOException {
    RetryRegistry registry = load(PropertiesForm.of(contender));
    assertThat(registry.retry(registry.names().first()).policy()).isEqualTo(contender.policy());
    String budget = PropertiesForm.of(contender).lines().toList().get(1);
    assertThat(RetryBudget.parse(budget.substring(budget.indexOf('=') + 1)))
        .hasToString(contender.budget().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "My policy 2, my-policy-2",
    "a.b_c+d/e, a-b_c-d-e",
    "100 %, 100-",
    "\u00e9\u00e8, policy"
  })
  void a_label_becomes_a_name(String label, String name) throws IOException {
    Contender contender = ContenderText.parse(label + ": maxAttempts=2; budget=bucket(9, 3)");
    assertThat(load(PropertiesForm.of(contender)).names()).containsExactly(name);
  }
}
