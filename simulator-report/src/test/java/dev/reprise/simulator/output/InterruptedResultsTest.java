package dev.reprise.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.report.HtmlReport;
import dev.reprise.simulator.verdict.Verdict;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the results of a stopped experiment can be printed after any number of its runs. */
class InterruptedResultsTest {

  private static final int SEEDS = 3;

  private static Results stoppedAfter(Results whole, int runs) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < whole.cells().size(); i++) {
      Cell cell = whole.cells().get(i);
      int kept = (runs + whole.cells().size() - 1 - i) / whole.cells().size();
      double[][] values =
          Arrays.stream(cell.values())
              .map(all -> Arrays.copyOf(all, kept))
              .toArray(double[][]::new);
      if (kept > 0) {
        cells.add(new Cell(cell.point(), cell.contender(), cell.metrics(), values, 1));
      }
    }
    return new Results(
        whole.scenario(), whole.sweeps(), SEEDS, whole.baseSeed(), List.copyOf(cells), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aws-contention", "two-second-hang", "failing-share"})
  void can_be_printed_after_any_number_of_runs(String name) throws Exception {
    Scenario scenario = Scenarios.named(name);
    Map<String, List<String>> swept = Map.of("aws-contention", List.of("clients", "3", "5"));
    List<String> sweep = swept.getOrDefault(name, List.of("processes", "2", "3"));
    List<Sweep> sweeps = List.of(new Sweep(sweep.get(0), sweep.subList(1, 3)));
    if (name.equals("two-second-hang")) {
      scenario = scenario.with("watch", "30s").with("rate", "50").with("fault-start", "1s");
    }
    List<Metric> metrics = scenario.model().metrics();
    Results whole = new Experiment(scenario, sweeps, SEEDS, 1).run();
    for (int runs = 0; runs < whole.cells().size() * SEEDS; runs++) {
      Results stopped = stoppedAfter(whole, runs);
      StringWriter csv = new StringWriter();
      Csv.write(stopped, metrics, csv);
      assertThat(csv.toString().lines()).hasSize(1 + Math.min(runs, whole.cells().size()));
      assertThat(Table.of(stopped, metrics)).as("table after %d runs", runs).isNotNull();
      assertThat(Verdict.of(stopped)).as("verdict after %d runs", runs).isNotNull();
      assertThat(new HtmlReport(stopped, List.of(), List.of(), "again").html())
          .contains("Interrupted");
    }
  }
}
