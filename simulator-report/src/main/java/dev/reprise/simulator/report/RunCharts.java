package dev.reprise.simulator.report;

import dev.reprise.simulator.client.Answer;
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

/** Charts of a single run that was watched. */
public final class RunCharts {

  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final double LONG_MS = 10_000;
  private static final int MOST_CLIENTS = 60;
  private static final int MOST_BARS = 20_000;
  private static final List<Answer> ANSWERS = List.of(Answer.values());
  private static final List<String> OUTCOMES =
      ANSWERS.stream()
          .map(answer -> answer.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .toList();

  private RunCharts() {}

  /**
   * How many calls there were in each millisecond at the beginning.
   *
   * @param label who made them
   * @param calls counted over time
   * @param milliseconds how much of the run is shown, at least 1
   * @param most where the vertical axis ends; NaN for where the data do
   * @param style the colour
   * @param caption what is to be seen
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
   * The attempts of a run's clients.
   *
   * @param label whose
   * @param run watched
   * @param caption what is to be seen
   * @return the figure, of the first clients and attempts if there are very many
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
