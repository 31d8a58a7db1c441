package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.verdict.Verdict;
import java.util.List;

/** Formats verdicts for a terminal. */
public final class VerdictText {

  private VerdictText() {}

  /**
   * Returns the verdict on results as lines.
   *
   * @param results the results
   * @return lines in ASCII, at most 80 columns wide
   */
  public static List<String> of(Results results) {
    return Verdict.of(results).stream()
        .flatMap(
            line ->
                line.isTable()
                    ? List.of(line.text()).stream()
                    : Wrap.lines(line.label(), line.text()).stream())
        .toList();
  }
}
