package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import org.junit.jupiter.api.Test;

class TraceTest {

  @Test
  void records_at_most_its_limit() {
    Trace trace = new Trace(100);
    for (int i = 0; i < 101; i++) {
      assertThat(trace.isComplete()).isTrue();
      trace.add(i, i, i + 1, AttemptResult.CONFLICT);
    }
    assertThat(trace.isComplete()).isFalse();
    assertThat(trace.size()).isEqualTo(100);
    assertThat(trace.client(99)).isEqualTo(99);
    assertThat(trace.startNanos(99)).isEqualTo(99);
    assertThat(trace.endNanos(99)).isEqualTo(100);
    assertThat(trace.answer(99)).isEqualTo(AttemptResult.CONFLICT);
  }

  @Test
  void records_every_attempt_of_an_observed_run_and_none_of_other_runs() {
    Scenario scenario = Scenarios.named("aws-contention").with("clients", "20");
    Model model = scenario.model();
    Contender contender = scenario.contenders().get(0);
    Run watched = model.run(contender, new Seed(1, 0), true);
    Run other = model.run(contender, new Seed(1, 0), false);
    assertThat(watched.values()).isEqualTo(other.values());
    assertThat(other.trace().size()).isZero();
    assertThat(watched.trace().isComplete()).isTrue();
    assertThat((double) watched.trace().size()).isEqualTo(watched.values()[0]);
    int served = 0;
    for (int i = 0; i < watched.trace().size(); i++) {
      served += watched.trace().answer(i) == AttemptResult.SERVED ? 1 : 0;
    }
    assertThat(served).isEqualTo(20);
  }
}
