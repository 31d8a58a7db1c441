package dev.reprise.simulator.report;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The figures of contention on one row: the seven of M. Brooker's article ("Exponential Backoff And
 * Jitter", 2015), and the same axes with every other backoff and up to a thousand clients. Any
 * thread may read the progress and stop the runs.
 *
 * <pre>{@code
 * FigureSet figures = FigureSet.seven(100, 1);
 * for (NamedFigure each : figures.draw(Runtime.getRuntime().availableProcessors())) {
 *   Files.writeString(folder.resolve(each.name() + ".svg"), each.figure().document());
 * }
 * }</pre>
 */
public final class FigureSet {

  private static final List<String> FIVE =
      List.of("none", "exponential", "equal", "full", "decorrelated");
  private static final String CLIENTS = "clients";
  private static final int FEW = 10;

  private final List<ParallelExperiment> experiments = new ArrayList<>();
  private final int seeds;
  private final long baseSeed;
  private volatile boolean stopped;
  private volatile String law = "";

  private FigureSet(int seeds, long baseSeed) {
    this.seeds = seeds;
    this.baseSeed = baseSeed;
    Sweep linear = new Sweep(CLIENTS, IntStream.range(1, 20).mapToObj(i -> i + "0").toList());
    experiments.add(
        new ParallelExperiment(new Experiment(five(), List.of(linear), seeds, baseSeed)));
  }

  /**
   * Creates the seven figures.
   *
   * @param seeds the number of runs of each contender at each number of clients, from 1 to
   *     1,000,000
   * @param baseSeed the seed that all random numbers are derived from
   * @return the set, not drawn yet
   * @throws IllegalArgumentException if {@code seeds} is not in that range
   */
  public static FigureSet seven(int seeds, long baseSeed) {
    return new FigureSet(seeds, baseSeed);
  }

  /**
   * Creates the seven figures and their extended versions. The extended versions use a quarter of
   * the runs, because a thousand clients take long to simulate and their runs differ little.
   *
   * @param seeds the number of runs of each contender at each number of clients, from 1 to
   *     1,000,000
   * @param baseSeed the seed that all random numbers are derived from
   * @return the set, not drawn yet
   * @throws IllegalArgumentException if {@code seeds} is not in that range
   */
  public static FigureSet extended(int seeds, long baseSeed) {
    FigureSet set = new FigureSet(seeds, baseSeed);
    Sweep decades = new Sweep(CLIENTS, List.of("10", "20", "50", "100", "200", "500", "1000"));
    int fewer = Math.max(Math.min(seeds, FEW), seeds / 4);
    set.experiments.add(
        new ParallelExperiment(new Experiment(everyBackoff(), List.of(decades), fewer, baseSeed)));
    return set;
  }

  private static Scenario five() {
    Scenario scenario = Scenarios.named("aws-contention");
    List<Contender> compared =
        scenario.contenders().stream().filter(c -> FIVE.contains(c.label())).toList();
    return scenario.withContenders(compared);
  }

  private static Scenario everyBackoff() {
    List<Contender> compared = new ArrayList<>(five().contenders());
    compared.add(endless("fixed", "fixed(200ms, jitter=full)"));
    compared.add(endless("linear", "linear(10ms, cap=2s, jitter=full)"));
    compared.add(endless("fibonacci", "fibonacci(10ms, cap=2s, jitter=full)"));
    compared.add(endless("elapsed", "elapsed"));
    compared.add(endless("contention", "contention"));
    return five().withContenders(compared).with("processes", "4");
  }

  private static Contender endless(String label, String backoff) {
    String policy = "maxAttempts=unlimited within=unlimited backoff=" + backoff;
    return new Contender(label, RetryPolicy.parse(policy), RetryBudget.unlimited());
  }

  /**
   * Returns the number of runs.
   *
   * @return at least 1
   */
  public int runs() {
    return experiments.stream().mapToInt(ParallelExperiment::runs).sum();
  }

  /**
   * Returns the number of finished runs.
   *
   * @return from 0 to {@link #runs()}
   */
  public int finished() {
    return experiments.stream().mapToInt(ParallelExperiment::finished).sum();
  }

  /** Ends the runs early; {@link #draw} then draws the finished ones. */
  public void stop() {
    stopped = true;
    experiments.forEach(ParallelExperiment::stop);
  }

  /**
   * Simulates the runs and draws the figures. Must be called once.
   *
   * @param threads the number of runs at the same time, at least 1
   * @return the figures, in order; fewer if it was stopped
   */
  public List<NamedFigure> draw(int threads) {
    Results five = experiments.get(0).run(threads);
    List<NamedFigure> pictures = new ArrayList<>();
    if (five.complete()) {
      law = law(five);
      pictures.addAll(new SevenFigures(five, baseSeed).pictures());
    }
    if (experiments.size() > 1 && !stopped) {
      Results every = experiments.get(1).run(threads);
      if (every.complete()) {
        pictures.addAll(new ExtendedFigures(every, baseSeed).pictures());
      }
    }
    return List.copyOf(pictures);
  }

  private static String law(Results five) {
    List<Cell> crowd =
        five.cells().stream().filter(cell -> cell.point().containsValue("100")).toList();
    return "The law of contention: calls that are independent of each other satisfy "
        + Contention.LAW.replace('=', '≥')
        + " for work w and time τ per success, with V = 20 ms, the time for which a write is"
        + " vulnerable. The score Φ = (calls/N − 2)(time/VN − 1) is about 1 for clients that know"
        + " their number; for 100 clients it was: "
        + Contention.scores(crowd, 100, 20)
        + ".";
  }

  /**
   * Returns the law that is printed with the figures, and the scores of the backoffs.
   *
   * @return a few sentences; empty before the seven figures are drawn
   */
  public String law() {
    return law;
  }

  /**
   * Returns a page with the figures.
   *
   * @param pictures the figures
   * @return self-contained HTML
   */
  public String page(List<NamedFigure> pictures) {
    String lead =
        "Clients change one row with a version at the same time, each once. "
            + seeds
            + " runs of each backoff at each number of clients, base seed "
            + baseSeed
            + ".";
    return new Page("Contention on one row").lead(lead).element("p", law).figures(pictures).html();
  }
}
