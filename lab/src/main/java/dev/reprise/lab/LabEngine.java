package dev.reprise.lab;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The engine of the page. It simulates one experiment at a time, one run of one contender per call,
 * so that a caller can show each run and stop between two of them. Texts and arrays of numbers are
 * all that crosses its border, so the same class works on the JVM and in a browser.
 *
 * <pre>{@code
 * LabEngine engine = new LabEngine();
 * engine.prepare("scenario=failing-share\nrate=50\nruns=10");
 * long events = engine.run(0, 0);
 * double[] numbers = engine.numbers(0, 0);
 * String summary = engine.summary();
 * }</pre>
 *
 * <p>Not safe for use by several threads. No method takes or returns null.
 */
public final class LabEngine {

  private @Nullable LabRequest prepared;
  private @Nullable Model model;
  private List<List<Run>> done = List.of();
  private boolean[] stopped = {};
  private Optional<CollapsedRuns> runner = Optional.empty();
  private Optional<PhaseMap> map = Optional.empty();
  private Optional<ClientSweep> sweep = Optional.empty();
  private Optional<PaperClaims> claims = Optional.empty();

  /** Creates an engine without an experiment. */
  public LabEngine() {}

  /**
   * Describes the scenarios, the parameters of their kinds, the presets and the publications.
   *
   * @return a JSON object with the arrays {@code scenarios}, {@code kinds}, {@code presets} and
   *     {@code papers}
   */
  public String catalogue() {
    return Catalogue.json();
  }

  /**
   * Prepares an experiment, in place of any earlier one and its runs.
   *
   * @param request lines of {@code name=value}: first {@code scenario}, then {@code runs} (1 to
   *     1,000,000, by default 20), {@code seed} (by default 1), at most five times {@code
   *     contender} (by default those of the scenario, the first five), and parameters of the
   *     scenario's kind; {@code service-p50}, the median of the service time, is in place of {@code
   *     service}, its mean
   * @return a JSON object with the contenders, the metrics, the parameters' values, the capacity,
   *     the fault, the estimated number of events of all runs, and the loads and lengths of a
   *     {@code map} where the scenario has a load and a fault, or the numbers of clients of a
   *     {@code sweep} where its clients change one row; for the experiment of a publication that
   *     sweeps parameters, {@code claimRuns}, the number of runs that its claims need
   * @throws IllegalArgumentException if a line is invalid; the message names it. The engine then
   *     has no experiment
   */
  public String prepare(String request) {
    prepared = null;
    LabRequest parsed = LabRequest.parse(request);
    model = parsed.scenario().model();
    List<List<Run>> runs = new ArrayList<>();
    parsed.scenario().contenders().forEach(contender -> runs.add(new ArrayList<>()));
    done = runs;
    stopped = new boolean[runs.size()];
    runner = Optional.of(new CollapsedRuns(parsed.scenario()));
    map = PhaseMap.of(parsed);
    sweep = ClientSweep.of(parsed);
    claims = PaperClaims.of(parsed);
    prepared = parsed;
    return Description.json(parsed, model(), map, sweep, claims);
  }

  private LabRequest prepared() {
    LabRequest request = prepared;
    if (request == null) {
      throw new IllegalStateException("no experiment is prepared");
    }
    return request;
  }

  private Model model() {
    Model built = model;
    if (built == null) {
      throw new IllegalStateException("no experiment is prepared");
    }
    return built;
  }

  /**
   * Simulates the next run of a contender. A run that has collapsed for good by the rule of the
   * verdict is stopped after the measured period; its series are shorter.
   *
   * @param contender the index of the contender, from 0
   * @param run the index of the run, from 0: the number of runs of this contender so far
   * @return the number of events
   * @throws IllegalStateException if no experiment is prepared
   * @throws IndexOutOfBoundsException if there is no such contender, or {@code run} is not the next
   *     run
   */
  public long run(int contender, int run) {
    LabRequest request = prepared();
    List<Run> earlier = done.get(contender);
    if (run != earlier.size() || run >= request.runs()) {
      throw new IndexOutOfBoundsException("the next run is " + earlier.size() + ", not " + run);
    }
    Contender tested = request.scenario().contenders().get(contender);
    CollapsedRuns.Result result =
        runner.orElseThrow().run(tested, new Seed(request.seed(), run), true);
    stopped[contender] |= result.isStopped();
    earlier.add(withoutTrace(result.run()));
    return result.run().events();
  }

  /** A trace, which the page does not show, has megabytes. */
  private static Run withoutTrace(Run run) {
    return new Run(run.values(), run.events(), run.series());
  }

  /**
   * Returns the figures and series of a finished run.
   *
   * @param contender the index of the contender, from 0
   * @param run the index of the run, from 0
   * @return the number of figures, and the figures in the order of the metrics; the number of
   *     series, and for each the number of its values and the values. NaN and infinite figures as
   *     in {@link Run#values()}
   * @throws IllegalStateException if no experiment is prepared
   * @throws IndexOutOfBoundsException if there is no such contender, or the run is not finished
   */
  public double[] numbers(int contender, int run) {
    prepared();
    Run finished = done.get(contender).get(run);
    NumberList numbers = new NumberList();
    numbers.addAll(finished.values());
    numbers.add(finished.series().size());
    for (Series series : finished.series()) {
      numbers.addAll(series.values());
    }
    return numbers.toArray();
  }

  /**
   * Computes the mean of each value of each series of a contender over its runs so far, with its
   * confidence interval.
   *
   * @param contender the index of the contender, from 0
   * @return for each series three arrays, each after its length: means, lower and upper bounds; NaN
   *     where no run has a value. If a run was stopped early, arrays end where the shortest run
   *     does
   * @throws IllegalStateException if no experiment is prepared
   * @throws IndexOutOfBoundsException if there is no such contender
   */
  public double[] bands(int contender) {
    prepared();
    return Bands.of(done.get(contender), stopped[contender]).toArray();
  }

  /**
   * Simulates one run of a contender at a point of the map.
   *
   * @param contender the index of the contender, from 0
   * @param load the index of the load, from 0
   * @param length the index of the length of the fault, from 0
   * @return the seconds from the end of the fault until the recovery; infinite without one
   * @throws IllegalStateException if no experiment with a map is prepared
   * @throws IndexOutOfBoundsException if there is no such contender, load or length
   */
  public double map(int contender, int load, int length) {
    prepared();
    return map.orElseThrow(() -> new IllegalStateException("the scenario has no map"))
        .run(contender, load, length);
  }

  /**
   * Simulates the next run of a contender at a point of the sweep over the number of clients.
   *
   * @param contender the index of the contender, from 0
   * @param point the index of the number of clients, from 0
   * @return the number of writes that were sent, and the milliseconds until the last success
   * @throws IllegalStateException if no experiment with a sweep is prepared
   * @throws IndexOutOfBoundsException if there is no such contender or point, or all runs are done
   */
  public double[] sweep(int contender, int point) {
    prepared();
    return swept().run(contender, point);
  }

  /**
   * Computes the mean work and time of a contender at each point of the sweep over its runs so far,
   * with their confidence intervals.
   *
   * @param contender the index of the contender, from 0
   * @return for the number of writes and for the milliseconds three arrays, each after its length:
   *     means, lower and upper bounds; NaN where no run is finished
   * @throws IllegalStateException if no experiment with a sweep is prepared
   * @throws IndexOutOfBoundsException if there is no such contender
   */
  public double[] sweepBands(int contender) {
    prepared();
    return swept().bands(contender);
  }

  private ClientSweep swept() {
    return sweep.orElseThrow(() -> new IllegalStateException("the scenario has no sweep"));
  }

  /**
   * Simulates a run that the claims of a publication need in addition to those of {@link #run}.
   *
   * @param index the index of the run, from 0 to {@code claimRuns}, exclusive
   * @return the number of events
   * @throws IllegalStateException if no experiment of a publication is prepared
   * @throws IndexOutOfBoundsException if there is no such run
   */
  public double claimRun(int index) {
    prepared();
    return claims
        .orElseThrow(() -> new IllegalStateException("the experiment is of no publication"))
        .run(index);
  }

  /**
   * Summarises the runs so far.
   *
   * @return a JSON object: for each contender its number of runs, its estimates and a verdict of
   *     two sentences; the series with unit and interval; and, after the last run of an experiment
   *     of a publication and all of its {@code claimRuns}, the simulated values of its {@code
   *     claims}
   * @throws IllegalStateException if no experiment is prepared
   */
  public String summary() {
    return new Summary(prepared(), metrics(), done, stopped, claims).json();
  }

  /**
   * Compares the contenders by their runs so far, as {@code reprise simulate} does. For a server
   * this takes about as long as a run of each contender, because it simulates clients whose
   * attempts all time out.
   *
   * @return a JSON array of sentences; empty before the first run
   * @throws IllegalStateException if no experiment is prepared
   */
  public String verdict() {
    return new Summary(prepared(), metrics(), done, stopped, claims).verdict();
  }

  /**
   * Writes the prepared experiment and its contenders in the forms that are used elsewhere.
   *
   * @return a JSON object: {@code yaml}, a scenario file; {@code command}, a command for a POSIX
   *     shell; and for each of the {@code contenders} its {@code java} (imports and statements),
   *     {@code text} and {@code properties}
   * @throws IllegalStateException if no experiment is prepared
   */
  public String forms() {
    return Forms.json(prepared());
  }

  private List<Metric> metrics() {
    return model().metrics();
  }
}
