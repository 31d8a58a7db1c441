package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Interprets the results of an experiment. For a server with a queue: whether it is stuck after the
 * fault and by which inequality, or when it recovers, compared with the simulation. For clients
 * that change a row: the contenders with the least work and the shortest time, and their distance
 * from the bound. Otherwise: the best contender, and whether the difference is significant.
 *
 * <pre>{@code
 * Verdict.sentences(results).forEach(System.out::println);
 * }</pre>
 */
public final class Verdict {

  private static final int MOST_POINTS = 6;
  private static final String AT = "at ";

  private Verdict() {}

  /**
   * Returns the verdict without its tables.
   *
   * @param results the results
   * @return its sentences without line breaks, with symbols beyond ASCII
   */
  public static List<String> sentences(Results results) {
    List<String> sentences = new ArrayList<>();
    String at = "";
    for (VerdictLine each : of(results)) {
      if (each.label().equals(AT)) {
        at = AT + each.text().replaceFirst(":$", ", ");
      } else if (!each.isTable()) {
        boolean isLegend = each.text().startsWith("(");
        sentences.add((isLegend ? "" : at) + each.label() + symbols(each.text()));
      }
    }
    return sentences;
  }

  /**
   * Returns whether a contender certainly does not recover from the fault of a scenario: by the
   * inequality of the verdict it is stuck, and chance ends that with a probability below
   * 0.000000001.
   *
   * @param scenario a scenario of any kind
   * @param contender any contender
   * @return false also where the inequality does not apply
   */
  public static boolean isStuckForGood(Scenario scenario, Contender contender) {
    return scenario.kind().name().equals("server")
        && new ServerVerdict(scenario).isStuckForGood(contender);
  }

  private static String symbols(String ascii) {
    return ascii
        .replace("lambda", "\u03bb")
        .replaceAll("\\bmu\\b", "\u03bc")
        .replace("+-", "\u00b1")
        .replace(">=", "\u2265")
        .replace("<=", "\u2264")
        .replace("\u03bb*A", "\u03bbA")
        .replace("\u03bc*T", "\u03bcT")
        .replace(" * ", " \u00d7 ");
  }

  /**
   * Returns the verdict.
   *
   * @param results the results of an experiment, complete or not
   * @return its statements and the lines of its tables, in order
   */
  public static List<VerdictLine> of(Results results) {
    Map<Map<String, String>, List<Cell>> points = new LinkedHashMap<>();
    results
        .cells()
        .forEach(cell -> points.computeIfAbsent(cell.point(), at -> new ArrayList<>()).add(cell));
    if (points.size() > MOST_POINTS) {
      return SweepVerdict.of(results, points);
    }
    List<VerdictLine> lines = new ArrayList<>();
    points.forEach(
        (point, cells) -> {
          if (!point.isEmpty()) {
            if (!lines.isEmpty()) {
              lines.add(VerdictLine.line(""));
            }
            lines.add(VerdictLine.of(AT, text(point) + ":"));
          }
          lines.addAll(at(scenario(results, point), cells));
        });
    lines.addAll(legend(results.scenario()));
    return lines;
  }

  static String text(Map<String, String> point) {
    return String.join(
        ", ",
        point.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
  }

  private static Scenario scenario(Results results, Map<String, String> point) {
    Scenario at = results.scenario();
    for (Map.Entry<String, String> each : point.entrySet()) {
      at = at.with(each.getKey(), each.getValue());
    }
    return at;
  }

  private static List<VerdictLine> at(Scenario scenario, List<Cell> cells) {
    return switch (scenario.kind().name()) {
      case "server" -> new ServerVerdict(scenario).of(cells);
      case "row" -> new RowVerdict(scenario).of(cells);
      default -> BestContender.of(cells);
    };
  }

  private static List<VerdictLine> legend(Scenario scenario) {
    return switch (scenario.kind().name()) {
      case "server" -> List.of(ServerVerdict.legend());
      case "row" -> List.of(RowVerdict.legend());
      default -> List.of();
    };
  }
}
