package dev.reprise.simulator.output;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Builds results: every call succeeds, and every other metric is 0 in every run unless it is set.
 */
public final class ResultsOf {

  private final Scenario scenario;
  private final List<Cell> cells = new ArrayList<>();

  private ResultsOf(Scenario scenario) {
    this.scenario = scenario;
  }

  public static ResultsOf scenario(String name, String... labels) {
    List<Contender> contenders =
        Arrays.stream(labels)
            .map(label -> new Contender(label, RetryPolicy.none(), RetryBudget.unlimited()))
            .toList();
    return new ResultsOf(Scenarios.named(name).withContenders(contenders));
  }

  public ResultsOf cell(Map<String, String> point, String label, Map<String, double[]> given) {
    Contender contender =
        scenario.contenders().stream().filter(each -> each.label().equals(label)).findAny().get();
    List<Metric> metrics = scenario.model().metrics();
    int runs = given.values().iterator().next().length;
    double[][] values = new double[metrics.size()][];
    Arrays.setAll(
        values, i -> given.getOrDefault(metrics.get(i).name(), usual(metrics.get(i).name(), runs)));
    cells.add(new Cell(point, contender, metrics, values, 0));
    return this;
  }

  private static double[] usual(String metric, int runs) {
    double[] values = new double[runs];
    Arrays.fill(values, metric.equals("answered") ? 1 : 0);
    return values;
  }

  public Results sweeping(Sweep... sweeps) {
    return new Results(scenario, List.of(sweeps), 3, 1, cells, true);
  }

  public List<Metric> metrics(String... names) {
    return Arrays.stream(names)
        .flatMap(
            name -> scenario.model().metrics().stream().filter(each -> each.name().equals(name)))
        .toList();
  }
}
