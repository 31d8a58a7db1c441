package dev.reprise.simulator.tune;

import java.util.List;
import java.util.Optional;

/**
 * The result of a search.
 *
 * @param settings the settings of the search
 * @param tried the number of contenders in the first round
 * @param standings the contenders of the last complete round, the best first; empty if no round was
 *     completed
 * @param complete false if the search was ended early
 */
public record TuningResult(
    TuningSettings settings, int tried, List<Rank> standings, boolean complete) {

  /**
   * Returns the best contender.
   *
   * @return the best one that is within every bound with the whole interval of its mean; empty if
   *     there is none
   */
  public Optional<Rank> best() {
    return standings.stream().filter(Rank::keepsBounds).findFirst();
  }

  /**
   * Returns the contender that comes nearest to the bounds and the goal.
   *
   * @return the first of the standings; empty if there are none
   */
  public Optional<Rank> nearest() {
    return standings.stream().findFirst();
  }

  /**
   * Returns a report: the best policy as text and as Java, the next best ones, and the start of the
   * search.
   *
   * @return lines of text
   */
  public String text() {
    return new TuningReport(this).text();
  }
}
