package dev.reprise.lab;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An experiment in the text form of the page: lines of {@code name=value}.
 *
 * <table>
 *   <caption>Names</caption>
 *   <tr><td>scenario</td><td>name of a scenario, in the first line</td></tr>
 *   <tr><td>runs</td><td>number of runs of each contender</td></tr>
 *   <tr><td>seed</td><td>base seed</td></tr>
 *   <tr><td>contender</td><td>{@code label: policy; budget=budget}, or the label of a contender of
 *   the scenario or of a preset; at most five lines; without any, the scenario's own contenders</td></tr>
 *   <tr><td>service-p50</td><td>median of the service time, in place of its mean {@code service}</td></tr>
 *   <tr><td>any other</td><td>a parameter of the scenario's kind</td></tr>
 * </table>
 *
 * @param scenario the scenario with its parameters and contenders
 * @param runs the number of runs of each contender, at least 1
 * @param seed the base seed
 */
record LabRequest(Scenario scenario, int runs, long seed) {

  static final int MAX_CONTENDERS = 5;
  private static final int DEFAULT_RUNS = 20;

  /**
   * Parses a request.
   *
   * @throws IllegalArgumentException if a line is invalid; the message names it
   */
  static LabRequest parse(String text) {
    List<String> lines =
        Arrays.stream(text.split("\n", -1)).filter(line -> !line.isBlank()).toList();
    if (lines.isEmpty() || !lines.get(0).startsWith("scenario=")) {
      throw new IllegalArgumentException("the first line must be scenario=, followed by a name");
    }
    Scenario scenario = Scenarios.named(valueOf(lines.get(0)));
    List<Contender> own = scenario.contenders();
    List<Contender> contenders = new ArrayList<>();
    int runs = DEFAULT_RUNS;
    long seed = 1;
    String median = "";
    for (String line : lines.subList(1, lines.size())) {
      String name = nameOf(line);
      String value = valueOf(line);
      switch (name) {
        case "runs" -> runs = Experiment.checkedSeeds(clamped(number(name, value)));
        case "seed" -> seed = number(name, value);
        case "contender" -> contenders.add(contender(value, own));
        case MedianService.NAME -> median = value;
        default -> scenario = scenario.with(name, value);
      }
    }
    if (!median.isEmpty()) {
      scenario = MedianService.applied(scenario, median);
    }
    return new LabRequest(scenario.withContenders(checked(contenders, own)), runs, seed);
  }

  private static String nameOf(String line) {
    int equals = line.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "a line must be name=value, but was " + PrintableText.oneLine(line));
    }
    return line.substring(0, equals).trim();
  }

  private static String valueOf(String line) {
    return line.substring(line.indexOf('=') + 1).trim();
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException mistake) {
      throw new IllegalArgumentException(
          name + " must be a whole number, but was " + PrintableText.oneLine(value), mistake);
    }
  }

  /** Returns the nearest int, which is out of bounds too. */
  private static int clamped(long number) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }

  private static Contender contender(String text, List<Contender> own) {
    for (Contender each : own) {
      if (each.label().equals(text)) {
        return each;
      }
    }
    return text.indexOf(':') < 0 ? Presets.named(text) : ContenderText.parse(text);
  }

  private static List<Contender> checked(List<Contender> contenders, List<Contender> own) {
    if (contenders.isEmpty()) {
      return own.subList(0, Math.min(MAX_CONTENDERS, own.size()));
    }
    if (contenders.size() > MAX_CONTENDERS) {
      throw new IllegalArgumentException("there must be at most " + MAX_CONTENDERS + " contenders");
    }
    long labels = contenders.stream().map(Contender::label).distinct().count();
    if (labels < contenders.size()) {
      throw new IllegalArgumentException("each contender must have a label of its own");
    }
    return contenders;
  }
}
