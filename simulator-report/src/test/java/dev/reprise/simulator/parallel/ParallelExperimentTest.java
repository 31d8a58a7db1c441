package dev.reprise.simulator.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.ScenarioKind;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelExperimentTest {

  private static final Scenario SMALL = Scenarios.named("aws-contention").with("clients", "5");

  private static Experiment experiment(Scenario scenario) {
    return new Experiment(scenario, List.of(), 2, 17);
  }

  private static Results run(Scenario scenario, int threads) {
    return new ParallelExperiment(experiment(scenario)).run(threads);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aws-contention", "rate-limit", "three-layers", "failing-share"})
  void results_do_not_depend_on_the_number_of_threads(String name) {
    Scenario scenario = Scenarios.named(name);
    Results sequential = experiment(scenario).run();

    for (int threads : new int[] {1, 2, 3}) {
      assertThat(run(scenario, threads).cells())
          .usingRecursiveComparison()
          .isEqualTo(sequential.cells());
    }
  }

  @Test
  void starts_no_more_threads_than_it_has_runs() {
    Results results = run(SMALL, Integer.MAX_VALUE);

    assertThat(results.complete()).isTrue();
    assertThat(results.cells()).hasSameSizeAs(experiment(SMALL).run().cells());
  }

  @Test
  void has_no_results_if_it_was_stopped_before_it_ran() {
    ParallelExperiment stopped = new ParallelExperiment(experiment(SMALL));
    stopped.stop();

    assertThat(stopped.run(2).cells()).isEmpty();
    assertThat(stopped.finished()).isZero();
  }

  @Test
  void the_error_message_names_the_minimum_of_threads() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(SMALL, 0))
        .withMessage("threads must be at least 1, but was 0");
  }

  @Test
  void want_of_memory_is_explained() {
    ScenarioKind kind = SMALL.kind();
    ScenarioKind huge =
        new ScenarioKind() {
          @Override
          public String name() {
            return kind.name();
          }

          @Override
          public String summary() {
            return kind.summary();
          }

          @Override
          public List<Parameter<?>> parameters() {
            return kind.parameters();
          }

          @Override
          public Model build(Settings settings) {
            return new HugeModel(kind.build(settings));
          }
        };
    Scenario scenario =
        new Scenario("huge", "", huge, SMALL.settings(), SMALL.contenders().subList(0, 1));

    assertThatIllegalStateException()
        .isThrownBy(() -> run(scenario, 2))
        .withMessageMatching(
            "a run of huge needs more memory than the \\d+ MiB of this Java: use fewer clients or"
                + " calls, a smaller queue, fewer threads than 2, or a larger heap \\(java -Xmx\\)");
  }

  private record HugeModel(Model small) implements Model {

    @Override
    public List<Metric> metrics() {
      return small.metrics();
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      throw new OutOfMemoryError("Java heap space");
    }

    @Override
    public double estimatedEvents(Contender contender) {
      return small.estimatedEvents(contender);
    }
  }
}
