package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.lab.LabEngine;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.report.FigureSet;
import dev.reprise.simulator.report.NamedFigure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the figures that the command draws with those of the page. */
class FiguresInLabTest {

  private static final List<String> LABELS = List.of("none", "exponential", "full");
  private static final int POINTS = 19;
  private static final int RUNS = 2;
  private static final int SEED = 7;
  private static final double MILLIS_A_SECOND = 1e3;

  /** A chart in seconds multiplies milliseconds, which changes the last bit. */
  private static final double ROUNDING = 1e-15;

  @Test
  void lines_against_the_number_of_clients_have_the_points_of_the_page() {
    LabEngine engine = new LabEngine();
    engine.prepare(
        "scenario=aws-contention\nruns="
            + RUNS
            + "\nseed="
            + SEED
            + "\ncontender="
            + String.join("\ncontender=", LABELS));
    for (int contender = 0; contender < LABELS.size(); contender++) {
      for (int run = 0; run < RUNS * POINTS; run++) {
        engine.sweep(contender, run % POINTS);
      }
    }
    int compared = 0;
    for (NamedFigure figure : FigureSet.seven(RUNS, SEED).draw(2)) {
      if (figure.figure() instanceof XyChart chart) {
        int metric = figure.name().contains("work") ? 0 : 1;
        compared += compare(engine, chart, metric);
      }
    }
    assertThat(compared).isEqualTo(POINTS * (1 + 1 + 2 + 2 + 3));
  }

  private static int compare(LabEngine engine, XyChart chart, int metric) {
    int compared = 0;
    double unit = chart.up().unit().equals("s") ? MILLIS_A_SECOND : 1;
    for (ChartSeries line : chart.courses()) {
      int contender = LABELS.indexOf(line.label());
      if (contender >= 0) {
        double[] means = engine.sweepBands(contender);
        for (Point point : line.points()) {
          int at = metric * 3 * (POINTS + 1) + (int) point.x() / 10;
          assertThat(point.y())
              .as("%s at %s", line.label(), point.x())
              .isCloseTo(means[at] / unit, within(ROUNDING * means[at]));
          compared++;
        }
      }
    }
    return compared;
  }
}
