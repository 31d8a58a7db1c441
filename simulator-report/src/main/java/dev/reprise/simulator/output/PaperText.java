package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.paper.Claim;
import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.PaperExperiment;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;

/** Publications and their simulated results, as lines of text. */
public final class PaperText {

  private static final int LABEL = 11;

  private PaperText() {}

  /**
   * Describes a publication and its source.
   *
   * @param paper the publication
   * @return the lines
   */
  public static List<String> head(Paper paper) {
    List<String> lines = new ArrayList<>();
    lines.addAll(Wrap.lines(paper.name() + ": ", paper.title()));
    lines.addAll(labelled("by", paper.authors() + ", " + paper.year()));
    lines.addAll(labelled("link", paper.link()));
    lines.addAll(labelled("claim", paper.summary()));
    return lines;
  }

  /**
   * Compares the claims of an experiment with its results.
   *
   * @param planned the experiment
   * @param results its results, complete
   * @return the lines: the setup, each claim with both values, a map if two parameters are swept,
   *     and the command that shows all figures
   */
  public static List<String> of(PaperExperiment planned, Results results) {
    List<String> lines = new ArrayList<>(Wrap.lines("", planned.setup()));
    for (Claim claim : planned.claims()) {
      lines.addAll(Wrap.lines("  - ", claim.statement()));
      double simulated = claim.simulated(results);
      lines.addAll(labelled("published", claim.published()));
      lines.addAll(
          labelled(
              "here",
              NumberText.of(simulated) + (claim.agrees(simulated) ? ", agrees" : ", differs")));
    }
    lines.addAll(RecoveryMap.of(results));
    new ExperimentForm(planned.scenario(), planned.sweeps(), results.seeds(), results.baseSeed())
        .command()
        .lines()
        .forEach(line -> lines.add("  " + line));
    return lines;
  }

  private static List<String> labelled(String label, String text) {
    return Wrap.lines("    " + label + " ".repeat(LABEL - label.length()), text);
  }
}
