package dev.reprise.simulator.advice;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.plot.Figure;
import java.util.List;

/** A policy for a service, with the reasons for it. */
public final class Advice {

  private static final double MOST = 0.5;
  private static final double SOME = 0.01;

  private final Service service;
  private final Situations situations;
  private final Contender contender;
  private final List<Comparison> comparisons;
  private final List<Standing> standings;
  private final Seed seed;
  private final int seeds;

  /**
   * @param contender the policy that is advised
   * @param comparisons that policy, and others with one difference each
   * @param standings the policies of the last round, the one without retries first; empty if the
   *     server is overloaded
   * @param seed the seed of the run that is drawn
   * @param seeds the number of runs of each policy in each situation
   */
  Advice(
      Service service,
      Situations situations,
      Contender contender,
      List<Comparison> comparisons,
      List<Standing> standings,
      Seed seed,
      int seeds) {
    this.service = service;
    this.situations = situations;
    this.contender = contender;
    this.comparisons = comparisons;
    this.standings = standings;
    this.seed = seed;
    this.seeds = seeds;
  }

  /**
   * Returns the policy and the budget that are advised.
   *
   * @return policy and budget; one attempt if no retry policy can help
   */
  public Contender contender() {
    return contender;
  }

  /**
   * Returns whether a retry policy can help the service at all.
   *
   * @return false if at least as many calls come as the server can serve, or if most of them fail
   *     without the fault too, with every policy that was tried
   */
  public boolean canHelp() {
    return !isOverloaded() && canHelp(standings);
  }

  boolean isOverloaded() {
    return service.utilisation() >= 1;
  }

  /** Returns whether most calls succeed with some policy, or more of them than without retries. */
  static boolean canHelp(List<Standing> standings) {
    double without = standings.get(0).ordinary();
    double most = standings.stream().mapToDouble(Standing::ordinary).max().orElse(0);
    return most >= MOST || most - without >= SOME;
  }

  /**
   * Returns the advice as text: the policy, three sentences why, a figure, other policies with what
   * they would change, the policy as Java, and the assumptions.
   *
   * @return lines in ASCII, at most 80 columns except for the policy itself
   */
  public List<String> lines() {
    return new AdviceText(this).lines();
  }

  /**
   * Draws the calls that succeed in each second of one run: of the policy that is advised, without
   * retries and without a budget.
   *
   * @return the figure
   */
  public Figure figure() {
    return new AdviceCurves(this).figure();
  }

  Service service() {
    return service;
  }

  Situations situations() {
    return situations;
  }

  List<Comparison> comparisons() {
    return comparisons;
  }

  List<Standing> standings() {
    return standings;
  }

  Seed seed() {
    return seed;
  }

  int seeds() {
    return seeds;
  }
}
