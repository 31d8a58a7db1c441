package dev.reprise.simulator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.verdict.Difference.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {

  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static Cell cell(String metric, double... values) {
    Contender contender = new Contender("x", RetryPolicy.none(), RetryBudget.unlimited());
    Metric measured = new Metric(metric, "", "");
    return new Cell(Map.of(), contender, List.of(measured), new double[][] {values}, 0);
  }

  private static Kind kind(String metric, double[] ones, double[] others) {
    Difference between = Difference.between(cell(metric, ones), cell(metric, others), metric);
    return between.kind();
  }

  @Test
  void below_five_runs_nothing_is_claimed() {
    double[] ones = {1, 1, 1, 1};
    double[] others = {9, 9.1, 9, 9.1};
    assertThat(kind("calls", ones, others)).isEqualTo(Kind.TOO_FEW_RUNS);
    double[] five = {1, 1, 1, 1, 1};
    assertThat(kind("calls", five, new double[] {9, 9.1, 9, 9.1, 9})).isEqualTo(Kind.DIFFERENT);
  }

  @Test
  void five_runs_with_three_standard_errors_do_not_decide() {
    double[] zero = {100, 100, 100, 100, 100};
    double[] apart = {102, 110, 100, 118, 110};
    Difference between = Difference.between(cell("calls", zero), cell("calls", apart), "calls");
    assertThat(between.apart().mean() / between.apart().standardError()).isBetween(2.4, 4.5);
    assertThat(between.kind()).isEqualTo(Kind.NOT_DECIDED);
    double[] falls = {.98, .2, .25, .3, .15};
    assertThat(kind("answered", new double[] {.98, .98, .98, .98, .98}, falls))
        .isEqualTo(Kind.NOT_DECIDED);
  }

  @Test
  void contenders_are_the_same_if_the_whole_interval_is_below_a_relevant_difference() {
    double[] ones = {100, 101, 99, 100, 100};
    assertThat(kind("calls", ones, new double[] {100.2, 101.3, 99.1, 100.2, 100.2}))
        .isEqualTo(Kind.SAME_IN_PRACTICE);
    assertThat(kind("calls", ones, new double[] {101, 101, 98, 101, 100}))
        .isEqualTo(Kind.NOT_DECIDED);
    double[] zero = {0, 0, 0, 0, 0};
    assertThat(kind("calls", zero, zero)).isEqualTo(Kind.SAME_IN_PRACTICE);
    double[] never = {NEVER, NEVER, NEVER, NEVER, NEVER};
    assertThat(kind("recovery_s", never, never)).isEqualTo(Kind.SAME_IN_PRACTICE);
  }

  @Test
  void a_certain_difference_that_is_tiny_is_the_same_in_practice() {
    double[] ones = {0.9, 0.9, 0.9, 0.9, 0.9};
    double[] tiny = {0.90001, 0.90001, 0.90001, 0.90001, 0.90001};
    double[] relevant = {0.902, 0.902, 0.902, 0.902, 0.902};
    assertThat(kind("answered", ones, tiny)).isEqualTo(Kind.SAME_IN_PRACTICE);
    assertThat(kind("answered", ones, relevant)).isEqualTo(Kind.DIFFERENT);
    assertThat(kind("amplification", ones, relevant)).isEqualTo(Kind.SAME_IN_PRACTICE);
    assertThat(kind("recovery_s", ones, new double[] {2, 2, 2, 2, 2})).isEqualTo(Kind.DIFFERENT);
    assertThat(kind("recovery_s", ones, new double[] {1.5, 1.5, 1.5, 1.5, 1.5}))
        .isEqualTo(Kind.SAME_IN_PRACTICE);
  }

  @Test
  void a_value_in_every_run_differs_from_none_in_five() {
    double[] ones = {30, 30, 30, 30, 30};
    assertThat(kind("recovery_s", ones, new double[] {NEVER, NEVER, NEVER, NEVER, NEVER}))
        .isEqualTo(Kind.DIFFERENT);
    assertThat(kind("recovery_s", ones, new double[] {30, NEVER, 30, 30, 30}))
        .isEqualTo(Kind.NOT_DECIDED);
    assertThat(kind("recovery_s", ones, new double[] {30, NEVER, NEVER, NEVER, NEVER}))
        .isEqualTo(Kind.NOT_DECIDED);
  }
}
