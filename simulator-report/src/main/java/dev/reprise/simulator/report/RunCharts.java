package dev.reprise.simulator.report;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.model.Trace;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.BarChart;
import dev.reprise.simulator.plot.CallTimeline;
import dev.reprise.simulator.plot.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Charts of a single recorded run. */
public final class RunCharts {

  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final double LONG_MS = 10_000;
  private static final int MOST_CLIENTS = 60;
  private static final int MOST_BARS = 20_000;
  private static final List<AttemptResult> ANSWERS = List.of(AttemptResult.values());
  private static final List<String> OUTCOMES =
      ANSWERS.stream()
          .map(answer -> answer.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .toList();

  private RunCharts() {}

  /**
   * Draws the number of calls in each millisecond at the beginning of a run.
   *
   * @param label the label of the contender
   * @param calls the calls, counted over time
   * @param milliseconds the number of milliseconds that are shown, at least 1
   * @param most the end of the vertical axis; NaN to fit the data
   * @param style the number of the colour, any number, as for {@link
   *     dev.reprise.simulator.plot.ChartSeries}
   * @param caption the text below the chart
   * @return the figure
   */
  public static Figure callsOverTime(
      String label, Series calls, int milliseconds, double most, int style, String caption) {
    double width = calls.widthNanos() / NANOS_A_MILLISECOND;
    int slices = (int) Math.ceil(milliseconds / width);
    List<Double> values = Arrays.stream(Arrays.copyOf(calls.values(), slices)).boxed().toList();
    Axis time = Axis.linear("time", "ms").between(0, milliseconds);
    Axis up = new Axis("calls in each millisecond", "", false, 0, most);
    return new BarChart("Calls over time, " + label, caption, time, up, style, 0, width, values);
  }

  /**
   * Draws the attempts of the clients of a run.
   *
   * @param label the label of the contender
   * @param run a recorded run
   * @param caption the text below the chart
   * @return the figure, limited to the first clients and attempts
   */
  public static Figure timeline(String label, Run run, String caption) {
    Trace trace = run.trace();
    double last = trace.size() == 0 ? 0 : trace.endNanos(trace.size() - 1) / NANOS_A_MILLISECOND;
    boolean seconds = last >= LONG_MS;
    double unit = seconds ? NANOS_A_MILLISECOND * 1000 : NANOS_A_MILLISECOND;
    List<CallTimeline.Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < trace.size() && attempts.size() < MOST_BARS; i++) {
      if (trace.client(i) < MOST_CLIENTS) {
        double start = trace.startNanos(i) / unit;
        int outcome = ANSWERS.indexOf(trace.answer(i));
        attempts.add(
            new CallTimeline.Attempt(trace.client(i), start, trace.endNanos(i) / unit, outcome));
      }
    }
    return new CallTimeline(
        "Attempts of each client, " + label,
        caption,
        Axis.linear("time", seconds ? "s" : "ms"),
        OUTCOMES,
        attempts);
  }
}
