package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the sweep over the number of clients, and the series of the calls of a row. */
class ClientSweepTest {

  private static final int POINTS = 19;
  private static final String FIGURES =
      "scenario=aws-contention\nruns=3\nseed=7\ncontender=full\ncontender=none\ncontender=exponential"
          + "\ncontender=equal\ncontender=decorrelated\n";

  private final LabEngine engine = new LabEngine();

  @Test
  void means_and_bounds_are_those_of_the_experiment_of_the_figures() {
    engine.prepare(FIGURES);
    Scenario scenario = LabRequest.parse(FIGURES).scenario();
    List<String> clients = List.of("10", "100", "190");
    Experiment same = new Experiment(scenario, List.of(new Sweep("clients", clients)), 3, 7);
    List<Cell> cells = same.run().cells();
    assertThat(cells).hasSize(15);
    for (Cell cell : cells) {
      int contender = scenario.contenders().indexOf(cell.contender());
      int point = Integer.parseInt(cell.point().get("clients")) / 10 - 1;
      for (int run = 0; run < 3; run++) {
        assertThat(engine.sweep(contender, point))
            .containsExactly(figure(cell, "calls")[run], figure(cell, "time_ms")[run]);
      }
      double[] bands = engine.sweepBands(contender);
      for (String metric : List.of("calls", "time_ms")) {
        int at = metric.equals("calls") ? 0 : 3 * (POINTS + 1);
        double mean = cell.estimate(metric).mean();
        double margin = cell.estimate(metric).margin();
        assertThat(bands[at]).isEqualTo(POINTS);
        assertThat(bands[at + 1 + point]).isEqualTo(mean);
        assertThat(bands[at + POINTS + 2 + point]).isEqualTo(mean - margin);
        assertThat(bands[at + 2 * POINTS + 3 + point]).isEqualTo(mean + margin);
      }
    }
  }

  private static double[] figure(Cell cell, String metric) {
    for (int i = 0; i < cell.metrics().size(); i++) {
      if (cell.metrics().get(i).name().equals(metric)) {
        return cell.values()[i];
      }
    }
    throw new AssertionError(metric);
  }

  @Test
  void a_point_without_a_finished_run_has_no_value() {
    engine.prepare(FIGURES);
    engine.sweep(1, 4);
    double[] bands = engine.sweepBands(1);
    assertThat(bands).hasSize(6 * (POINTS + 1));
    assertThat(bands[1 + 4]).isPositive();
    assertThat(bands[1 + 3]).isNaN();
    assertThat(Arrays.stream(bands).filter(Double::isFinite).count()).isEqualTo(6 + 6);
  }

  @Test
  void points_are_around_the_number_of_clients_of_the_scenario() {
    assertThat(engine.prepare(FIGURES))
        .contains("\"sweep\":{\"clients\":100,\"points\":[10,20,30,", ",180,190],\"law\":false}");
    assertThat(engine.prepare("scenario=aws-contention\nclients=191"))
        .contains("\"clients\":191,\"points\":[20,40,", ",380]");
    assertThat(engine.prepare("scenario=aws-contention\nclients=1000")).contains("[60,120,");
    assertThat(engine.prepare("scenario=aws-contention\ncontender=none")).contains("\"law\":true");
    assertThat(engine.prepare("scenario=aws-contention\ncontender=full")).contains("\"law\":false");
  }

  @Test
  void scenarios_without_one_change_for_each_client_have_no_sweep() {
    for (String request :
        List.of("closed-loop", "outage-hang", "thundering-herd", "aws-contention\nclients=1001")) {
      assertThat(engine.prepare("scenario=" + request)).doesNotContain("\"sweep\"");
    }
    assertThatThrownBy(() -> engine.sweep(0, 0)).hasMessage("the scenario has no sweep");
    assertThatThrownBy(() -> engine.sweepBands(0)).hasMessage("the scenario has no sweep");
  }

  @Test
  void no_point_and_no_run_beyond_the_last_one_is_simulated() {
    engine.prepare("scenario=aws-contention\nruns=1\ncontender=full");
    engine.sweep(0, 0);
    assertThatThrownBy(() -> engine.sweep(0, 0)).hasMessage("there are 1 runs at a point");
    for (int point : new int[] {-1, POINTS}) {
      assertThatThrownBy(() -> engine.sweep(0, point)).hasMessage("there is no point " + point);
    }
  }

  @Test
  void the_calls_of_the_first_second_are_those_of_the_run() {
    engine.prepare("scenario=aws-contention\nruns=1\nseed=7\ncontender=exponential");
    engine.run(0, 0);
    double[] run = engine.numbers(0, 0);
    int at = 1 + (int) run[0];
    int length = (int) run[at + 1];
    double[] bands = engine.bands(0);
    assertThat(length).isGreaterThan(1000);
    assertThat(bands[0]).isEqualTo(1000);
    assertThat(Arrays.copyOfRange(bands, 1, 1001))
        .containsExactly(Arrays.copyOfRange(run, at + 2, at + 1002));
    assertThat(Arrays.stream(run, at + 2, at + 2 + length).sum()).isEqualTo(run[1]);
  }
}
