package dev.reprise.simulator.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.tune.Bound.Relation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {

  private static final Scenario ROW = Scenarios.named("aws-contention");
  private static final Scenario HANG = Scenarios.named("outage-hang");

  @Test
  void a_goal_parses_its_own_text_form() {
    Goal goal =
        Goal.parse(
            " minimize work  subject to p99_ms<500,outage-hang:recovery_s <= 60 , answered>=0.97,"
                + " p50_ms > 1_000");
    assertThat(goal.metric()).isEqualTo("work");
    assertThat(goal.bounds())
        .containsExactly(
            new Bound("", "p99_ms", Relation.BELOW, 500),
            new Bound("outage-hang", "recovery_s", Relation.AT_MOST, 60),
            new Bound("", "answered", Relation.AT_LEAST, 0.97),
            new Bound("", "p50_ms", Relation.ABOVE, 1000));
    assertThat(goal)
        .hasToString(
            "minimise work subject to p99_ms<500, outage-hang:recovery_s<=60, answered>=0.9700,"
                + " p50_ms>1000");
    assertThat(Goal.parse(goal.toString())).isEqualTo(goal);
    assertThat(Goal.parse("calls")).isEqualTo(new Goal(false, "calls", List.of()));
    assertThat(Goal.parse("maximise answered")).isEqualTo(new Goal(true, "answered", List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "minimise", "least calls please", "calls where p99_ms<5"})
  void an_invalid_goal_causes_an_error_with_an_example(String text) {
    if (text.equals("minimise")) {
      assertThat(Goal.parse(text).metric()).isEqualTo("minimise");
      return;
    }
    assertThatThrownBy(() -> Goal.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a goal must read 'minimise work subject to p99_ms<500,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "calls subject to p99_ms=5; a bound must read metric<number, with <, <=, > or >=, but was: p99_ms=5",
        "calls subject to p99_ms<5,; a bound must read metric<number, with <, <=, > or >=, but was: ''",
        "calls subject to p99_ms<5ms; the limit of the bound p99_ms<5ms must be a number without a unit, but was 5ms",
        "calls subject to p99_ms<NaN; the limit of the bound p99_ms<NaN must be a number without a unit, but was NaN"
      })
  void an_invalid_bound_causes_an_error_that_names_it(String text, String message) {
    assertThatThrownBy(() -> Goal.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message.replace("''", "").trim());
  }

  @Test
  void an_unknown_metric_causes_an_error_that_lists_the_known_ones() {
    assertThatThrownBy(() -> Goal.parse("speed").checkedFor(List.of(ROW, HANG)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "there is no metric speed in aws-contention, outage-hang; there are calls, time_ms,")
        .hasMessageContaining("recovery_s")
        .hasMessageEndingWith("work, time");
    assertThatThrownBy(() -> Goal.parse("work subject to speed>1").checkedFor(List.of(ROW)))
        .hasMessageStartingWith("there is no metric speed in aws-contention; there are calls");
    assertThatThrownBy(
            () -> Goal.parse("work subject to brown-out:p99_ms<1").checkedFor(List.of(ROW, HANG)))
        .hasMessage(
            "the bound brown-out:p99_ms<1 is for brown-out, but the simulated scenarios are"
                + " aws-contention, outage-hang");
    assertThatThrownBy(
            () ->
                Goal.parse("work subject to aws-contention:recovery_s<1")
                    .checkedFor(List.of(ROW, HANG)))
        .hasMessageStartingWith("there is no metric recovery_s in");
  }

  @Test
  void work_and_time_resolve_to_metrics_of_the_scenario() {
    Goal goal = Goal.parse("work subject to time<100, outage-hang:recovery_s<60");
    assertThat(goal.checkedFor(List.of(ROW, HANG)).metricIn(ROW)).contains("calls");
    assertThat(goal.metricIn(HANG)).contains("amplification");
    assertThat(goal.boundsIn(ROW)).extracting(Bound::metric).containsExactly("time_ms");
    assertThat(goal.boundsIn(HANG))
        .extracting(Bound::metric)
        .containsExactly("p50_ms", "recovery_s");
  }

  @Test
  void a_bound_is_missed_by_a_share_of_its_limit_and_by_more_if_a_run_is_undefined() {
    Estimate near = new Estimate(110, 10, 9, 0);
    Bound upper = new Bound("", "p99_ms", Relation.BELOW, 120);
    assertThat(upper.missedBy(near, false)).isZero();
    assertThat(upper.missedBy(near, true)).isCloseTo(13.06 / 120, within(1e-4));
    Bound lower = new Bound("", "p99_ms", Relation.AT_LEAST, 110);
    assertThat(lower.missedBy(near, false)).isZero();
    assertThat(lower.missedBy(near, true)).isCloseTo(23.06 / 110, within(1e-4));
    Bound strict = new Bound("", "p99_ms", Relation.ABOVE, 110);
    assertThat(strict.missedBy(near, false)).isPositive();
    assertThat(upper.missedBy(new Estimate(1, 0, 8, 2), false)).isEqualTo(200);
    assertThat(upper.missedBy(new Estimate(Double.NaN, Double.NaN, 0, 2), false)).isEqualTo(1000);
  }
}
