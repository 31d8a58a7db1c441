package dev.reprise.simulator.tune;

import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A search for the best policy by a goal. Contenders are drawn from a space and compete with the
 * contenders of the scenarios. All run with one seed; the better third runs with three times as
 * many, and so on, until a few have run with all seeds (successive halving: Jamieson and Talwalkar,
 * <i>Non-stochastic Best Arm Identification and Hyperparameter Optimization</i>, 2016). All
 * contenders use the same seeds; the last round has seeds of its own, so that no contender wins by
 * the luck that brought it there. The first contender of the first scenario, from which the search
 * starts, always stays, so that the gain can be reported; it wins if no other one is surely better.
 *
 * <pre>{@code
 * Goal goal = Goal.parse("minimise work subject to time_ms<3500");
 * Scenario scenario = Scenarios.named("aws-contention").with("clients", "50");
 * TuningResult result = new Tuning(TuningSettings.of(goal, List.of(scenario))).run(2);
 * System.out.println(result.text());
 * }</pre>
 *
 * <p>The results depend on the settings and the base seed, not on the number of threads. An
 * instance runs once; any thread may read its progress and stop it.
 */
public final class Tuning {

  private static final int SHARE = 3;
  private static final int FIRST_SEEDS = 1;
  private static final int FINALISTS = 5;

  private final TuningSettings settings;
  private final List<Contender> drawn;
  private final List<int[]> rounds;
  private int roundsDone;
  private final AtomicInteger finishedBefore = new AtomicInteger();
  private volatile @Nullable ParallelExperiment current;
  private volatile boolean stopped;

  /**
   * Creates a search.
   *
   * @param settings the settings of the search
   * @throws IllegalArgumentException if the goal names a metric that no scenario has
   */
  public Tuning(TuningSettings settings) {
    this.settings = settings;
    settings.goal().checkedFor(settings.scenarios());
    drawn = candidates();
    rounds = rounds(drawn.size(), settings.seeds());
  }

  private List<Contender> candidates() {
    Map<String, Contender> all = new LinkedHashMap<>();
    for (Scenario scenario : settings.scenarios()) {
      for (Contender contender : scenario.contenders()) {
        all.putIfAbsent(contender.label(), contender);
      }
    }
    SimulationRandom random = SimulationRandom.of(settings.baseSeed(), -1);
    for (Contender contender :
        settings.space().draw(settings.candidates(), settings.from(), random)) {
      all.putIfAbsent(contender.label(), contender);
    }
    return List.copyOf(all.values());
  }

  /** Returns the numbers of contenders and of seeds of each round; the last round has all seeds. */
  private static List<int[]> rounds(int contenders, int seeds) {
    List<int[]> rounds = new ArrayList<>();
    int left = contenders;
    int runs = Math.min(seeds, FIRST_SEEDS);
    while (runs < seeds) {
      rounds.add(new int[] {left, runs});
      left = Math.min(left, Math.max(FINALISTS, (left + SHARE - 1) / SHARE));
      runs = Math.min(seeds, runs * SHARE);
    }
    rounds.add(new int[] {left, runs});
    return rounds;
  }

  /**
   * Returns the number of runs.
   *
   * @return at least 1
   */
  public int runs() {
    return rounds.stream().mapToInt(this::runsOf).sum();
  }

  /**
   * Estimates the cost of all runs, as {@link Experiment#estimatedEvents}, from the contenders of
   * the first round.
   *
   * @return the number of events of all runs together
   */
  public double estimatedEvents() {
    double events = 0;
    for (Scenario scenario : settings.scenarios()) {
      Experiment first =
          new Experiment(scenario.withContenders(drawn), List.of(), 1, settings.baseSeed());
      events += first.estimatedEvents();
    }
    return events * runs() / drawn.size() / settings.scenarios().size();
  }

  private int runsOf(int[] round) {
    return round[0] * round[1] * settings.scenarios().size();
  }

  /**
   * Returns the number of finished runs. May be called by any thread.
   *
   * @return from 0 to {@link #runs()}
   */
  public int finished() {
    ParallelExperiment running = current;
    return finishedBefore.get() + (running == null ? 0 : running.finished());
  }

  /**
   * Ends the search early; {@link #run} then returns the result of the last complete round. May be
   * called by any thread.
   */
  public void stop() {
    stopped = true;
    ParallelExperiment running = current;
    if (running != null) {
      running.stop();
    }
  }

  /**
   * Runs the search. Must be called once.
   *
   * @param threads the number of runs at the same time, at least 1
   * @return the result
   */
  public TuningResult run(int threads) {
    List<Contender> left = drawn;
    List<Rank> standings = List.of();
    for (int[] round : rounds) {
      left = left.subList(0, Math.min(left.size(), round[0]));
      List<Rank> now = stopped ? List.of() : standings(left, round, threads);
      if (now.isEmpty()) {
        break;
      }
      roundsDone++;
      standings =
          isLast(round) ? startFirst(sorted(now, Rank.SUREST_FIRST)) : sorted(now, Rank.BEST_FIRST);
      left = survivors(standings);
    }
    boolean complete = roundsDone == rounds.size();
    return new TuningResult(settings, drawn.size(), standings, complete);
  }

  /** Returns the best contenders, always with the one that the search starts from. */
  private List<Contender> survivors(List<Rank> standings) {
    List<Contender> next = new ArrayList<>();
    next.add(settings.from());
    standings.stream()
        .map(Rank::contender)
        .filter(contender -> !contender.equals(settings.from()))
        .forEach(next::add);
    return next;
  }

  private boolean isLast(int[] round) {
    return round == rounds.get(rounds.size() - 1);
  }

  private static List<Rank> sorted(List<Rank> standings, Comparator<Rank> order) {
    return standings.stream().sorted(order).toList();
  }

  /** Puts the start of the search first if no other contender is surely better. */
  private List<Rank> startFirst(List<Rank> standings) {
    Rank best = standings.get(0);
    List<Rank> first = new ArrayList<>(standings);
    for (Rank each : standings) {
      if (each.contender().equals(settings.from()) && each.isNotSurelyWorse(best)) {
        first.remove(each);
        first.add(0, each);
      }
    }
    return List.copyOf(first);
  }

  /** Returns the base seed of a round; the last round has seeds that have not selected anything. */
  private long seedOf(int[] round) {
    return isLast(round) && rounds.size() > 1 ? settings.baseSeed() + 1 : settings.baseSeed();
  }

  private List<Rank> standings(List<Contender> contenders, int[] round, int threads) {
    List<List<Cell>> cells = new ArrayList<>();
    for (Scenario scenario : settings.scenarios()) {
      Results results = results(scenario.withContenders(contenders), round, threads);
      if (!results.complete()) {
        return List.of();
      }
      cells.add(results.cells());
    }
    List<Rank> standings = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      int index = i;
      List<Cell> own = cells.stream().map(all -> all.get(index)).toList();
      standings.add(Rank.of(settings.goal(), settings.scenarios(), own));
    }
    return standings;
  }

  private Results results(Scenario scenario, int[] round, int threads) {
    ParallelExperiment experiment =
        new ParallelExperiment(new Experiment(scenario, List.of(), round[1], seedOf(round)));
    current = experiment;
    if (stopped) {
      experiment.stop();
    }
    Results results = experiment.run(threads);
    current = null;
    finishedBefore.addAndGet(experiment.finished());
    return results;
  }
}
