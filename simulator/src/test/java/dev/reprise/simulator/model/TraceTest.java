package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import org.junit.jupiter.api.Test;

class TraceTest {

  @Test
  void keeps_no_more_than_its_limit() {
    Trace trace = new Trace(100);
    for (int i = 0; i < 101; i++) {
      assertThat(trace.isComplete()).isTrue();
      trace.add(i, i, i + 1, Answer.CONFLICT);
    }
    assertThat(trace.isComplete()).isFalse();
    assertThat(trace.size()).isEqualTo(100);
    assertThat(trace.client(99)).isEqualTo(99);
    assertThat(trace.startNanos(99)).isEqualTo(99);
    assertThat(trace.endNanos(99)).isEqualTo(100);
    assertThat(trace.answer(99)).isEqualTo(Answer.CONFLICT);
  }

  @Test
  void holds_every_attempt_of_a_watched_run_and_none_of_another() {
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
      served += watched.trace().answer(i) == Answer.SERVED ? 1 : 0;
    }
    assertThat(served).isEqualTo(20);
  }
}
