package dev.reprise.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.simulator.model.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
  void a_cell_has_the_runs_before_the_first_missing_one() {
    Experiment experiment = experiment(3);
    @Nullable Run[] runs = new @Nullable Run[experiment.runs()];
    runs[0] = experiment.run(0);
    runs[2] = experiment.run(2);
    Results results = experiment.results(runs);

    assertThat(results.complete()).isFalse();
    assertThat(results.cells()).hasSize(1);
    assertThat(results.cells().get(0).valuesOf("calls")).hasSize(1);
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
