package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.plot.XyChart.Shade;
import dev.reprise.simulator.stats.NumberText;
import dev.reprise.time.TimeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The calls that succeed in each second of one run, for the policies that matter most. */
final class AdviceCurves {

  private static final String GOODPUT = "goodput";
  private static final int BEFORE = 10;
  private static final int MOST_COLUMNS = 56;
  private static final double AFTER = 1.5;
  private static final int SHORTEST_AFTER = 20;
  private static final double TENTHS = 10;
  private static final List<String> SHOWN =
      List.of(Candidates.NO_RETRIES, Candidates.NO_BUDGET, Candidates.LOOP);

  private final Advice advice;
  private final double load;
  private final double faultSeconds;
  private final int end;

  AdviceCurves(Advice advice) {
    this.advice = advice;
    load = advice.service().load();
    faultSeconds = advice.service().fault().length().toNanos() / 1e9;
    Cell advised = advice.comparisons().get(0).asked();
    double recovery = AdviceText.mean(advised, Standing.RECOVERY);
    double after = Math.max(SHORTEST_AFTER, Double.isFinite(recovery) ? AFTER * recovery : 0);
    end = (int) Math.ceil(Situations.FAULT_START + faultSeconds + after);
  }

  /** Returns the calls that succeed in each second, by label, the advised policy first. */
  private Map<String, double[]> courses() {
    Scenario scenario = advice.situations().asked().scenario();
    Model model = scenario.model();
    Map<String, double[]> courses = new LinkedHashMap<>();
    for (Comparison comparison : advice.comparisons()) {
      Contender each = comparison.contender();
      boolean advised = each.equals(advice.contender());
      if (advised || SHOWN.contains(each.label())) {
        double[] values =
            model.run(each, advice.seed(), true).series().stream()
                .filter(series -> series.name().equals(GOODPUT))
                .map(Series::values)
                .findFirst()
                .orElseThrow();
        double[] scaled = new double[end];
        for (int i = 0; i < Math.min(end, values.length); i++) {
          scaled[i] = values[i] * advice.situations().scale();
        }
        courses.put(advised ? "advised" : each.label(), scaled);
      }
    }
    return courses;
  }

  /** Returns a figure of digits: tenths of the load that succeed, a column for each slice. */
  List<String> digits() {
    int from = Situations.FAULT_START - BEFORE;
    int slice = (int) Math.ceil((double) (end - from) / MOST_COLUMNS);
    List<String> lines = new ArrayList<>();
    lines.add(
        "Tenths of the calls that succeed, a column for each "
            + (slice == 1 ? "second" : slice + " seconds")
            + " (one run, seed "
            + advice.seed().base()
            + "):");
    StringBuilder fault = new StringBuilder();
    for (int at = from; at < end; at += slice) {
      double middle = at + slice / 2.0;
      boolean failing =
          middle >= Situations.FAULT_START && middle < Situations.FAULT_START + faultSeconds;
      fault.append(failing ? '#' : ' ');
    }
    lines.add(row("the fault", fault.toString().stripTrailing()));
    courses().forEach((label, values) -> lines.add(row(label, digits(values, from, slice))));
    return lines;
  }

  private static String row(String label, String text) {
    return String.format("  %-17s %s", label, text);
  }

  private String digits(double[] values, int from, int slice) {
    StringBuilder text = new StringBuilder();
    for (int at = from; at < end; at += slice) {
      double mean = Arrays.stream(values, at, Math.min(end, at + slice)).average().orElse(0);
      text.append((char) ('0' + (int) Math.max(0, Math.min(9, Math.floor(TENTHS * mean / load)))));
    }
    return text.toString();
  }

  Figure figure() {
    List<ChartSeries> drawn = new ArrayList<>();
    double most = Math.max(advice.service().capacity(), load);
    for (Map.Entry<String, double[]> each : courses().entrySet()) {
      List<Point> points = new ArrayList<>();
      for (int second = 0; second < end; second++) {
        points.add(new Point(second, each.getValue()[second]));
        most = Math.max(most, each.getValue()[second]);
      }
      drawn.add(new ChartSeries(each.getKey(), drawn.size(), Look.STEPS, points));
    }
    drawn.add(line("capacity", advice.service().capacity()));
    Axis across = Axis.linear("time", "s").between(0, end);
    Axis up = new Axis("calls that succeed", "1/s", false, 0, 1.1 * most);
    Fault fault = advice.service().fault();
    Shade shade =
        new Shade(
            Situations.FAULT_START, Situations.FAULT_START + faultSeconds, fault.kind().choice());
    return new XyChart("Calls that succeed", caption(), across, up, drawn, List.of(shade));
  }

  private ChartSeries line(String label, double value) {
    return new ChartSeries(
        label, 0, Look.REFERENCE, List.of(new Point(0, value), new Point(end, value)));
  }

  private String caption() {
    Service service = advice.service();
    return "One run, seed "
        + advice.seed().base()
        + ": "
        + NumberText.of(load)
        + " calls/s of "
        + service.pods()
        + " pods, capacity "
        + NumberText.of(service.capacity())
        + " attempts/s, p50 "
        + TimeText.format(service.p50())
        + ". Advised: "
        + advice.contender().policy()
        + ", budget "
        + advice.contender().budget()
        + ". Highlighted: the fault.";
  }
}
