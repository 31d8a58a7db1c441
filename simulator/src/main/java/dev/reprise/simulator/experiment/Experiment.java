package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runs of every contender of a scenario, at every point of the sweeps, with every seed. A run
 * depends on its index and the base seed alone, so runs may be simulated in any order and by any
 * thread.
 *
 * <p>{@link #run()} simulates all runs, one after the other. A caller that wants to show progress,
 * to stop early or to use several threads calls {@link #run(int)} for each index and passes the
 * runs to {@link #results}.
 *
 * <pre>{@code
 * Scenario scenario = Scenarios.named("outage-hang").with("rate", "900");
 * Results results = new Experiment(scenario, List.of(), 10, 1).run();
 *
 * for (Cell cell : results.cells()) {
 *   String recovery = NumberText.of(cell.estimate("recovery_s"));
 *   System.out.println(cell.contender().label() + ": " + recovery + " s");
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by any thread. No method takes null.
 */
public final class Experiment {

  private static final int MAX_SEEDS = 1_000_000;

  private final Scenario scenario;
  private final List<Sweep> sweeps;
  private final int seeds;
  private final long baseSeed;
  private final List<CellPlan> plans = new ArrayList<>();

  /** A cell whose runs are not simulated yet. */
  private record CellPlan(Map<String, String> point, Model model, Contender contender) {

    Cell cell(@Nullable Run[] runs) {
      Run[] done = Arrays.stream(runs).takeWhile(run -> run != null).toArray(Run[]::new);
      double[][] values = new double[model.metrics().size()][done.length];
      long events = 0;
      for (int run = 0; run < done.length; run++) {
        events += done[run].events();
        for (int metric = 0; metric < values.length; metric++) {
          values[metric][run] = done[run].values()[metric];
        }
      }
      return new Cell(point, contender, model.metrics(), values, events);
    }
  }

  /**
   * Checks the number of runs of each contender at each point.
   *
   * @param seeds from 1 to 1,000,000
   * @return the same number
   * @throws IllegalArgumentException if it is not in that range
   */
  public static int checkedSeeds(int seeds) {
    if (seeds < 1 || seeds > MAX_SEEDS) {
      throw new IllegalArgumentException(
          "seeds must be from 1 to " + MAX_SEEDS + ", but was " + seeds);
    }
    return seeds;
  }

  /**
   * Plans an experiment.
   *
   * @param scenario the scenario that is simulated
   * @param sweeps the parameters that take several values, combined with each other; empty for a
   *     single point
   * @param seeds the number of runs of each contender at each point, from 1 to 1,000,000
   * @param baseSeed the seed that all random numbers are derived from
   * @throws IllegalArgumentException if a parameter does not accept a value of its sweep, {@code
   *     seeds} is not in its range, or there are more than {@link Integer#MAX_VALUE} runs in total
   */
  public Experiment(Scenario scenario, List<Sweep> sweeps, int seeds, long baseSeed) {
    this.scenario = scenario;
    this.sweeps = List.copyOf(sweeps);
    this.seeds = checkedSeeds(seeds);
    this.baseSeed = baseSeed;
    long total = (long) seeds * scenario.contenders().size();
    for (Sweep sweep : this.sweeps) {
      total = Math.min(total, Integer.MAX_VALUE) * sweep.values().size();
    }
    if (total > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "there must be at most "
              + Integer.MAX_VALUE
              + " runs in total: use fewer seeds or values");
    }
    addPlans(scenario, 0, new LinkedHashMap<>());
  }

  private void addPlans(Scenario at, int depth, Map<String, String> point) {
    if (depth == sweeps.size()) {
      Model model = at.model();
      for (Contender contender : at.contenders()) {
        plans.add(new CellPlan(new LinkedHashMap<>(point), model, contender));
      }
      return;
    }
    Sweep sweep = sweeps.get(depth);
    for (String value : sweep.values()) {
      point.put(sweep.parameter(), value);
      addPlans(at.with(sweep.parameter(), value), depth + 1, point);
    }
  }

  /**
   * The scenario before its sweeps.
   *
   * @return the scenario that was given
   */
  public Scenario scenario() {
    return scenario;
  }

  /**
   * The number of runs in total.
   *
   * @return at least 1
   */
  public int runs() {
    return plans.size() * seeds;
  }

  /**
   * Estimates the cost of all runs. The estimate is rough, and rather too high than too low: it is
   * made from the settings, without a simulation.
   *
   * @return the number of events of all runs together; a processor handles some millions a second
   */
  public double estimatedEvents() {
    double events = 0;
    for (CellPlan plan : plans) {
      events += plan.model().estimatedEvents(plan.contender());
    }
    return events * seeds;
  }

  /**
   * Simulates one run. Called twice with one index, it returns equal results.
   *
   * @param index from 0 to {@link #runs()}, exclusive. The first seed of every cell comes first,
   *     then the second, and so on, so that an experiment that is stopped early has results of all
   *     contenders
   * @return the values that were measured
   * @throws IndexOutOfBoundsException if {@code index} is not in that range
   */
  public Run run(int index) {
    int cells = plans.size();
    CellPlan plan = plans.get(Math.floorMod(index, cells));
    int seed = Objects.checkIndex(index, runs()) / cells;
    return plan.model().run(plan.contender(), new Seed(baseSeed, seed), false);
  }

  /**
   * Simulates all runs, one after the other, on the calling thread.
   *
   * @return the results
   */
  public Results run() {
    @Nullable Run[] runs = new @Nullable Run[runs()];
    for (int index = 0; index < runs.length; index++) {
      runs[index] = run(index);
    }
    return results(runs);
  }

  /**
   * Combines runs to results.
   *
   * @param runs the run of each index, {@link #runs()} of them; null for a run that was not
   *     simulated. A cell keeps the runs before the first missing one, and is omitted if it has
   *     none
   * @return the results; {@link Results#complete()} if no run is missing
   * @throws IllegalArgumentException if the array does not have {@link #runs()} elements
   */
  public Results results(@Nullable Run[] runs) {
    if (runs.length != runs()) {
      throw new IllegalArgumentException("expected " + runs() + " runs, but got " + runs.length);
    }
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      @Nullable Run[] own = new @Nullable Run[seeds];
      for (int seed = 0; seed < seeds; seed++) {
        own[seed] = runs[seed * plans.size() + i];
      }
      Cell cell = plans.get(i).cell(own);
      if (cell.values()[0].length > 0) {
        cells.add(cell);
      }
    }
    boolean complete = Arrays.stream(runs).allMatch(run -> run != null);
    return new Results(scenario, sweeps, seeds, baseSeed, List.copyOf(cells), complete);
  }
}
