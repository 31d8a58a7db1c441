package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the policy that suits a service. Policies with several attempts, delays and timeouts
 * are simulated at the service as described, with more load and a longer fault, and in ordinary
 * times. The best of them are simulated again with other budgets and other seeds, also with less
 * load, a shorter fault, and half and twice the pods, so that the choice does not depend on one
 * number that was estimated.
 *
 * <p>A policy must not hinder the recovery: where the server recovers without retries, it must
 * recover with it, after at most 1.5 times that time and 10 s. Of these policies, the one that
 * loses the fewest calls is chosen, by the geometric mean over the situations, so that a slower
 * recovery within that bound counts by the calls that it costs. If others lose at most a twentieth
 * more, the default policy is preferred to them, and then the one with the fewest attempts.
 *
 * <pre>{@code
 * Advisor advisor = new Advisor(Service.of(1400, 2000, Duration.ofMillis(20)), 5, 1);
 * advisor.run(2).ifPresent(advice -> advice.lines().forEach(System.out::println));
 * }</pre>
 *
 * <p>The advice depends on the service, the number of runs and the base seed, not on the number of
 * threads. An instance runs once; any thread may read its progress and stop it.
 */
public final class Advisor {

  /** The default number of runs of each policy in each situation, in the last round. */
  public static final int DEFAULT_SEEDS = 5;

  private static final int FINALISTS = 3;
  private static final int LAST = 4;
  private static final int MOST_OTHERS = 5;

  private static final double ENOUGH_LOAD = 100;
  private static final int MOST_REPEATS = 10;
  private static final int MOST_SEEDS = 1_000_000;

  private final Service service;
  private final int repeats;
  private final Situations situations;
  private final Candidates candidates;
  private final int seeds;
  private final long baseSeed;
  private final int runs;
  private final AtomicInteger finishedBefore = new AtomicInteger();
  private volatile @Nullable ParallelExperiment current;
  private volatile boolean stopped;

  /**
   * Prepares the simulations.
   *
   * @param service the service
   * @param seeds the number of runs of each policy in each situation, from 1 to 1,000,000, for
   *     loads from 100 calls per second on; a smaller load, where chance matters more, has up to
   *     ten times as many. Below 5 the differences have no stated significance
   * @param baseSeed the seed that all random numbers are derived from
   * @throws IllegalArgumentException if {@code seeds} is not in its range
   */
  public Advisor(Service service, int seeds, long baseSeed) {
    this.service = service;
    repeats = (int) Math.max(1, Math.min(MOST_REPEATS, Math.rint(ENOUGH_LOAD / service.load())));
    this.seeds = Math.min(MOST_SEEDS, Experiment.checkedSeeds(seeds) * repeats);
    this.baseSeed = baseSeed;
    situations = new Situations(service);
    candidates = new Candidates(service, idleP99());
    runs = isOverloaded() ? comparedRuns() : 1 + firstRuns() + laterRuns();
  }

  private Duration idleP99() {
    return service.p99().orElse(service.p50().multipliedBy(7));
  }

  /**
   * Returns the 99th percentile of the calls at the given load if nothing fails and nobody retries;
   * empty if it was stopped.
   */
  private Optional<Duration> usualP99(int threads) {
    Situation calm = situations.calm();
    List<Contender> once = candidates.references().subList(0, 1);
    List<List<Cell>> cells = cells(List.of(calm), once, 1, 0, threads);
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    double millis = cells.get(0).get(0).estimate("p99_ms").mean();
    return Optional.of(
        Double.isFinite(millis) ? Duration.ofNanos((long) (millis * 1e6)) : idleP99());
  }

  private boolean isOverloaded() {
    return service.utilisation() >= 1;
  }

  private List<Situation> firstSituations() {
    return List.of(situations.asked(), situations.ordinary(), situations.hardest());
  }

  private int firstRuns() {
    int contenders = candidates.references().size() + Candidates.MOST_POLICIES;
    return contenders * firstSituations().size() * repeats;
  }

  private int laterRuns() {
    int others = candidates.references().size();
    int second = (others + 3 * FINALISTS) * situations.all().size() * repeats;
    int third = (others + LAST) * situations.all().size() * seeds;
    return second + third + comparedRuns();
  }

  private int comparedRuns() {
    return (1 + candidates.references().size() + MOST_OTHERS) * 2 * seeds;
  }

  /**
   * Returns the number of runs, at most.
   *
   * @return at least 1
   */
  public int runs() {
    return runs;
  }

  /**
   * Estimates the cost of all runs, as {@link Experiment#estimatedEvents}.
   *
   * @return the number of events of all runs together, roughly
   */
  public double estimatedEvents() {
    double events = 0;
    for (Situation situation : firstSituations()) {
      Scenario scenario = situation.scenario().withContenders(candidates.references());
      events += new Experiment(scenario, List.of(), 1, baseSeed).estimatedEvents();
    }
    return events * runs / (firstSituations().size() * candidates.references().size());
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

  /** Ends the simulations early; {@link #run} then has no advice. May be called by any thread. */
  public void stop() {
    stopped = true;
    ParallelExperiment running = current;
    if (running != null) {
      running.stop();
    }
  }

  /**
   * Simulates. Must be called once.
   *
   * @param threads the number of runs at the same time, at least 1
   * @return the advice; empty if it was stopped before
   */
  public Optional<Advice> run(int threads) {
    if (isOverloaded()) {
      return advice(candidates.references().get(0), List.of(), threads);
    }
    Optional<Duration> usual = usualP99(threads);
    if (usual.isEmpty()) {
      return Optional.empty();
    }
    List<Contender> policies = new Candidates(service, usual.get()).policies();
    List<Standing> first =
        standings(firstSituations(), afterReferences(policies), repeats, 0, threads);
    List<Contender> withBudgets =
        best(first, FINALISTS).stream()
            .flatMap(each -> Candidates.withBudgets(each).stream())
            .toList();
    List<Standing> second =
        standings(situations.all(), afterReferences(withBudgets), repeats, 0, threads);
    List<Standing> last =
        standings(situations.all(), afterReferences(best(second, LAST)), seeds, 1, threads);
    if (last.isEmpty()) {
      return Optional.empty();
    }
    Standing chosen = Advice.canHelp(last) ? chosen(last) : last.get(0);
    return advice(chosen.contender(), last, threads);
  }

  /** Returns the best contenders that are no references. */
  private List<Contender> best(List<Standing> standings, int most) {
    return standings.stream()
        .sorted(Standing.BEST_FIRST)
        .map(Standing::contender)
        .filter(each -> !candidates.references().contains(each))
        .limit(most)
        .toList();
  }

  private List<Contender> afterReferences(List<Contender> others) {
    List<Contender> all = new ArrayList<>(candidates.references());
    all.addAll(others);
    return all;
  }

  private Optional<Advice> advice(Contender chosen, List<Standing> last, int threads) {
    List<Contender> compared = new ArrayList<>(List.of(chosen));
    candidates.references().stream().filter(each -> !each.equals(chosen)).forEach(compared::add);
    compared.addAll(candidates.worse(chosen));
    List<Situation> shown = List.of(situations.asked(), situations.ordinary());
    List<List<Cell>> cells = cells(shown, compared, seeds, 2, threads);
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < compared.size(); i++) {
      comparisons.add(new Comparison(cells.get(0).get(i), cells.get(1).get(i)));
    }
    Seed drawn = new Seed(baseSeed + 2, 0);
    return Optional.of(
        new Advice(service, situations, chosen, List.copyOf(comparisons), last, drawn, seeds));
  }

  /** Returns the best policy; the default one, or one with fewer attempts, if it is as good. */
  private static Standing chosen(List<Standing> last) {
    Standing best = last.stream().min(Standing.BEST_FIRST).orElseThrow();
    return last.stream()
        .filter(standing -> standing.isAsGoodAs(best))
        .min(
            Comparator.comparing(
                    (Standing standing) -> !standing.contender().label().equals(Candidates.DEFAULT))
                .thenComparingDouble(Standing::attempts))
        .orElse(best);
  }

  private List<Standing> standings(
      List<Situation> where, List<Contender> contenders, int runsEach, int round, int threads) {
    List<List<Cell>> cells = cells(where, contenders, runsEach, round, threads);
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < contenders.size() && !cells.isEmpty(); i++) {
      standings.add(Standing.of(where, column(cells, i), column(cells, 0)));
    }
    return standings;
  }

  private static List<Cell> column(List<List<Cell>> cells, int index) {
    return cells.stream().map(row -> row.get(index)).toList();
  }

  /** Returns the cells of each situation; empty if it was stopped. */
  private List<List<Cell>> cells(
      List<Situation> where, List<Contender> contenders, int runsEach, int round, int threads) {
    List<List<Cell>> cells = new ArrayList<>();
    for (Situation situation : where) {
      Scenario scenario = situation.scenario().withContenders(contenders);
      ParallelExperiment experiment =
          new ParallelExperiment(new Experiment(scenario, List.of(), runsEach, baseSeed + round));
      current = experiment;
      if (stopped) {
        experiment.stop();
      }
      Results results = experiment.run(threads);
      current = null;
      finishedBefore.addAndGet(experiment.finished());
      if (!results.complete()) {
        return List.of();
      }
      cells.add(results.cells());
    }
    return cells;
  }
}
