package dev.reprise.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExperimentTest {

  private static final Scenario SMALL = Scenarios.named("aws-contention").with("clients", "2");

  private static Experiment experiment(int seeds, Sweep... sweeps) {
    return new Experiment(SMALL, List.of(sweeps), seeds, 1);
  }

  @Test
  void starts_no_more_threads_than_it_has_runs() {
    Results many = experiment(2).run(Integer.MAX_VALUE);

    assertThat(many.complete()).isTrue();
    assertThat(many.cells()).hasSameSizeAs(experiment(2).run(1).cells());
  }

  @Test
  void refuses_more_runs_than_can_be_counted() {
    List<String> thousand = IntStream.rangeClosed(1, 1_000).mapToObj(Integer::toString).toList();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(1_000_000, new Sweep("clients", thousand)))
        .withMessageStartingWith("there must be at most 2147483647 runs in all");
  }

  @Test
  void names_the_bounds_of_what_it_is_given() {
    for (int seeds : new int[] {0, -1, 1_000_001, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> experiment(seeds))
          .withMessage("seeds must be from 1 to 1000000, but was " + seeds);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(1).run(0))
        .withMessage("threads must be at least 1, but was 0");
  }
}
