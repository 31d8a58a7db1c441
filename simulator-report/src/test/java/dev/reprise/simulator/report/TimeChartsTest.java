package dev.reprise.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.XyChart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the charts of a server that hangs for good. */
class TimeChartsTest {

  private static final Scenario DEAD =
      Scenarios.named("outage-hang")
          .with("rate", "70")
          .with("workers", "10")
          .with("queue", "500")
          .with("fault-start", "10s")
          .with("fault-length", "40s")
          .with("watch", "60s");

  private static List<NamedFigure> charts() {
    Scenario two = DEAD.withContenders(DEAD.contenders().subList(1, 3));
    Results results = new Experiment(two, List.of(), 1, 1).run();
    return new TimeCharts(results, ObservedRun.of(two, 1)).pictures();
  }

  private static ChartSeries series(NamedFigure picture, String label) {
    return ((XyChart) picture.figure())
        .courses().stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  @Test
  void each_contender_has_a_chart_and_all_have_one_for_the_queue() {
    assertThat(charts())
        .extracting(NamedFigure::name)
        .containsExactly("time-1", "time-2", "time-queue");
  }

  @Test
  void the_goodput_of_a_dead_server_lies_on_zero_to_the_end() {
    List<Point> goodput = series(charts().get(1), "goodput").points();
    List<Point> load = series(charts().get(1), "load").points();
    Point last = goodput.get(goodput.size() - 1);
    assertThat(last.x()).isEqualTo(load.get(load.size() - 1).x()).isGreaterThan(100);
    assertThat(goodput).filteredOn(point -> point.x() > 20).allMatch(point -> point.y() == 0);
  }

  @Test
  void the_last_second_is_no_crash() {
    List<Point> load = series(charts().get(1), "load").points();
    double before = load.get(load.size() - 4).y();
    assertThat(load.get(load.size() - 1).y()).isGreaterThan(before / 2);
  }

  @Test
  void a_line_shows_the_capacity_and_a_shade_the_fault() {
    XyChart chart = (XyChart) charts().get(0).figure();
    assertThat(series(charts().get(0), "capacity").points())
        .extracting(Point::y)
        .containsOnly(100.0);
    assertThat(chart.shades()).containsExactly(new XyChart.Shade(10, 50, "hang"));
    assertThat(chart.caption())
        .contains("outage-hang, rate 70", "one run, base seed 1", "the capacity, 100 attempts/s")
        .contains("Highlighted: the fault.");
  }

  @Test
  void the_queue_of_each_contender_is_drawn() {
    List<Point> queue = series(charts().get(2), "no-retry").points();
    assertThat(queue.stream().mapToDouble(Point::y).max()).hasValue(500);
    assertThat(series(charts().get(2), "no-budget").points()).isNotEmpty();
  }
}
