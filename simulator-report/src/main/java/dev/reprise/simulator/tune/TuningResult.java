package dev.reprise.simulator.tune;

import java.util.List;
import java.util.Optional;

/**
 * What a search found.
 *
 * @param settings what was searched, and for what
 * @param tried how many contenders began
 * @param standings those of the last full round, the best first; empty if there was none
 * @param complete false if it was ended early
 */
public record TuningResult(
    TuningSettings settings, int tried, List<Rank> standings, boolean complete) {

  /**
   * The best.
   *
   * @return the best that keeps every bound, by the mean and two standard errors; empty if nothing
   *     does
   */
  public Optional<Rank> best() {
    return standings.stream().filter(Rank::keepsBounds).findFirst();
  }

  /**
   * What came nearest.
   *
   * @return the first of the standings; empty if there are none
   */
  public Optional<Rank> nearest() {
    return standings.stream().findFirst();
  }

  /**
   * A report: the best policy as text and as Java, those that came after it, and where the search
   * started from.
   *
   * @return lines of text
   */
  public String text() {
    return new TuningReport(this).text();
  }
}
