package dev.reprise.simulator.testing;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.parallel.ParallelExperiment;
import dev.reprise.simulator.preset.Presets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A simulation of a scenario with one policy, for tests of that policy. Clients that retry by the
 * policy are simulated a number of times, and {@link SimulationAssert} checks the results. Each
 * method returns a changed copy; equal simulations have equal results on every machine.
 *
 * <pre>{@code
 * assertThat(Simulation.of("outage-hang").policy(policy)).recoversWithin(Duration.ofSeconds(60));
 * }</pre>
 *
 * <p>Immutable, safe for use by any thread. No method takes null.
 */
public final class Simulation {

  private static final int DEFAULT_SEEDS = 10;
  private static final long DEFAULT_SEED = 1;
  private static final String LABEL = "simulated";

  private final Scenario scenario;
  private final Map<String, String> changed;
  private final Contender contender;
  private final int seeds;
  private final long seed;
  private final int threads;

  private Simulation(
      Scenario scenario,
      Map<String, String> changed,
      Contender contender,
      int seeds,
      long seed,
      int threads) {
    this.scenario = scenario;
    this.changed = changed;
    this.contender = contender;
    this.seeds = seeds;
    this.seed = seed;
    this.threads = threads;
  }

  /**
   * Creates a simulation of a scenario of the simulator, with {@link RetryPolicy#defaults()},
   * {@link RetryBudget#standard()}, 10 seeds and the base seed 1.
   *
   * @param scenario the name of the scenario, such as {@code outage-hang}
   * @return the simulation
   * @throws IllegalArgumentException if there is no such scenario; the message lists the existing
   *     ones
   */
  public static Simulation of(String scenario) {
    return of(Scenarios.named(scenario));
  }

  /**
   * Creates a simulation of a scenario. The contenders of the scenario are ignored.
   *
   * @param scenario the scenario
   * @return the simulation, with the same defaults as {@link #of(String)}
   */
  public static Simulation of(Scenario scenario) {
    return new Simulation(
        scenario,
        Map.of(),
        new Contender(LABEL, RetryPolicy.defaults(), RetryBudget.standard()),
        DEFAULT_SEEDS,
        DEFAULT_SEED,
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * Sets a parameter of the scenario.
   *
   * @param parameter the name of the parameter, such as {@code rate}
   * @param text the value, as text
   * @return a copy with this value in place of the scenario's
   * @throws IllegalArgumentException if the scenario has no such parameter, with a list of the
   *     existing ones, or if the value is invalid
   */
  public Simulation with(String parameter, String text) {
    Map<String, String> more = new LinkedHashMap<>(changed);
    more.put(parameter, text.trim());
    return new Simulation(scenario.with(parameter, text), more, contender, seeds, seed, threads);
  }

  /**
   * Sets the policy of the clients.
   *
   * @param policy the policy that decides on retries
   * @return a copy with this policy
   */
  public Simulation policy(RetryPolicy policy) {
    return contender(
        new Contender(contender.label(), policy, contender.budget(), contender.respectsHints()));
  }

  /**
   * Sets the budget of the clients.
   *
   * @param budget the prototype of the budget; each client process has its own instance
   * @return a copy with this budget
   */
  public Simulation budget(RetryBudget budget) {
    return contender(
        new Contender(contender.label(), contender.policy(), budget, contender.respectsHints()));
  }

  /**
   * Sets policy and budget of the clients, for example of {@code Presets.named("grpc")}.
   *
   * @param replacement policy and budget
   * @return a copy with both
   */
  public Simulation contender(Contender replacement) {
    Objects.requireNonNull(replacement.policy(), "policy");
    Objects.requireNonNull(replacement.budget(), "budget");
    return new Simulation(scenario, changed, replacement, seeds, seed, threads);
  }

  /**
   * Sets the number of runs.
   *
   * @param runs from 1 to 1,000,000; 10 by default
   * @return a copy with this number
   * @throws IllegalArgumentException if {@code runs} is not in that range
   */
  public Simulation seeds(int runs) {
    int checked = Experiment.checkedSeeds(runs);
    return new Simulation(scenario, changed, contender, checked, seed, threads);
  }

  /**
   * Sets the seed that all random numbers are derived from.
   *
   * @param base any number; 1 by default
   * @return a copy with this base seed
   */
  public Simulation seed(long base) {
    return new Simulation(scenario, changed, contender, seeds, base, threads);
  }

  /**
   * Sets the number of threads. It does not change the results.
   *
   * @param count at least 1; by default the number of processors
   * @return a copy with this number
   * @throws IllegalArgumentException if {@code count} is below 1
   */
  public Simulation threads(int count) {
    int checked = ParallelExperiment.checkedThreads(count);
    return new Simulation(scenario, changed, contender, seeds, seed, checked);
  }

  /**
   * Runs the simulation.
   *
   * @return the results
   * @throws IllegalStateException if a run failed, with the cause
   */
  public SimulationResult run() {
    Scenario alone = scenario.withContenders(List.of(contender));
    Experiment experiment = new Experiment(alone, List.of(), seeds, seed);
    Cell cell = new ParallelExperiment(experiment).run(threads).cells().get(0);
    return new SimulationResult(this, cell);
  }

  Contender contender() {
    return contender;
  }

  int seeds() {
    return seeds;
  }

  /** Returns a description, such as {@code outage-hang with rate=900}. */
  String situation() {
    StringBuilder text = new StringBuilder(scenario.name());
    changed.forEach(
        (name, value) ->
            text.append(text.indexOf(" with ") < 0 ? " with " : " ")
                .append(name)
                .append('=')
                .append(value));
    return text.toString();
  }

  /**
   * Returns the command that repeats the simulation, as one line; without the policy if that has no
   * text form.
   */
  String command() {
    StringBuilder line = new StringBuilder("reprise simulate ").append(scenario.name());
    changed.forEach(
        (name, value) -> line.append(" --").append(name).append(' ').append(quoted(value)));
    return line.append(contenderOption())
        .append(" --seeds ")
        .append(seeds)
        .append(" --seed ")
        .append(seed)
        .toString();
  }

  private String contenderOption() {
    boolean preset = Presets.contenders().contains(contender);
    if (!preset && contender.policy().backoff().isCustom()) {
      return "";
    }
    String text = LABEL + ": " + contender.policy() + "; budget=" + contender.budget();
    return preset
        ? " --preset " + contender.label() + " --only " + contender.label()
        : " --policy " + quoted(text) + " --only " + LABEL;
  }

  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_.,:=/-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /**
   * Returns the command that repeats the simulation.
   *
   * @return a line for a shell; a policy that is code has no text form, and is omitted
   */
  @Override
  public String toString() {
    return command();
  }
}
