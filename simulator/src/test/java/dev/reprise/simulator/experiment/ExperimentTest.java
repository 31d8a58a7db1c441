package dev.reprise.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentTest {

  private static final Scenario SMALL = Scenarios.named("aws-contention").with("clients", "2");

  private static Experiment experiment(int seeds, Sweep... sweeps) {
    return new Experiment(SMALL, List.of(sweeps), seeds, 1);
  }

  @Test
  void single_runs_equal_the_runs_of_the_experiment() {
    Experiment experiment = experiment(2);
    @Nullable Run[] runs = new @Nullable Run[experiment.runs()];
    for (int i = runs.length - 1; i >= 0; i--) {
      runs[i] = experiment.run(i);
    }
    Results together = experiment.results(runs);

    assertThat(together.complete()).isTrue();
    assertThat(together)
        .usingRecursiveComparison()
        .withStrictTypeChecking()
        .isEqualTo(experiment.run());
  }

  @Test
  void an_experiment_that_is_stopped_has_runs_of_all_contenders() {
    Experiment experiment = experiment(3);
    int contenders = SMALL.contenders().size();
    @Nullable Run[] runs = new @Nullable Run[experiment.runs()];
    for (int i = 0; i < contenders + 2; i++) {
      runs[i] = experiment.run(i);
    }
    Results results = experiment.results(runs);

    assertThat(results.complete()).isFalse();
    assertThat(results.cells()).hasSize(contenders);
    assertThat(results.cells()).extracting(Cell::runs).containsExactly(2, 2, 1, 1, 1, 1, 1);
  }

  @Test
  void a_cell_has_the_runs_before_the_first_missing_one() {
    Experiment experiment = experiment(3);
    int contenders = SMALL.contenders().size();
    @Nullable Run[] runs = new @Nullable Run[experiment.runs()];
    runs[0] = experiment.run(0);
    runs[2 * contenders] = experiment.run(2 * contenders);
    Results results = experiment.results(runs);

    assertThat(results.complete()).isFalse();
    assertThat(results.cells()).hasSize(1);
    assertThat(results.cells().get(0).valuesOf("calls")).hasSize(1);
  }

  @Test
  void contenders_have_the_same_seeds() {
    Scenario twins =
        SMALL.withContenders(
            List.of(
                SMALL.contenders().get(0),
                new Contender(
                    "twin",
                    SMALL.contenders().get(0).policy(),
                    SMALL.contenders().get(0).budget())));
    List<Cell> cells = new Experiment(twins, List.of(), 4, 1).run().cells();

    assertThat(cells.get(1).values()).isDeepEqualTo(cells.get(0).values());
    assertThat(cells.get(0).valuesOf("time_ms")).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void the_cost_is_estimated_before_the_start(Scenario scenario) {
    for (Contender contender : scenario.contenders()) {
      Experiment one = new Experiment(scenario.withContenders(List.of(contender)), List.of(), 1, 1);
      double events = one.run().cells().get(0).events();

      assertThat(one.estimatedEvents())
          .as(contender.label())
          .isBetween(events / 3, 30 * events + 1000);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate-limit      | step-rate=30000",
        "outage-hang     | step-rate=3000 step-at=10s step-length=300s watch=30s window=30s",
        "three-layers    | step-rate=3000 step-at=10s step-length=100s watch=30s window=30s",
        "thundering-herd | load=closed-loop clients=100 workers=1 queue=0 length=20s",
        "thundering-herd | load=closed-loop clients=100 workers=1 queue=0 length=20s think=1s",
        "thundering-herd | load=closed-loop clients=100 workers=1 queue=9 length=200ms latency=10us",
      })
  void the_estimate_follows_every_load(String name, String values) {
    Scenario scenario = smaller(Scenarios.named(name));
    for (String value : values.split(" ")) {
      String[] parts = value.split("=");
      scenario = scenario.with(parts[0], parts[1]);
    }
    Contender once =
        new Contender("once", RetryPolicy.parse("maxAttempts=1"), RetryBudget.standard());
    Experiment one = new Experiment(scenario.withContenders(List.of(once)), List.of(), 1, 1);
    double events = one.run().cells().get(0).events();

    assertThat(one.estimatedEvents()).isBetween(events / 3, 30 * events + 1000);
  }

  static List<Scenario> scenarios() {
    return Scenarios.all().values().stream()
        .map(each -> smaller(each))
        .filter(each -> !each.name().equals("closed-loop"))
        .toList();
  }

  private static Scenario smaller(Scenario scenario) {
    Scenario small = scenario;
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      switch (parameter.name()) {
        case "rate" -> small = small.with("rate", "70");
        case "workers" -> small = small.with("workers", "10");
        case "watch" -> small = small.with("watch", "120s");
        default -> {}
      }
    }
    return small;
  }

  @Test
  void rejects_an_array_of_runs_of_another_length() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(1).results(new @Nullable Run[1]))
        .withMessageStartingWith("expected 7 runs, but got 1");
  }

  @Test
  void rejects_more_runs_than_an_int_can_count() {
    List<String> thousand = IntStream.rangeClosed(1, 1_000).mapToObj(Integer::toString).toList();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(1_000_000, new Sweep("clients", thousand)))
        .withMessageStartingWith("there must be at most 2147483647 runs in total");
  }

  @Test
  void error_messages_name_the_bounds() {
    for (int seeds : new int[] {0, -1, 1_000_001, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> experiment(seeds))
          .withMessage("seeds must be from 1 to 1000000, but was " + seeds);
    }
  }
}
