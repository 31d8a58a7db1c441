package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Kind;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Settings;
import java.util.List;

/**
 * A situation with a name, its parameters set, and who is compared in it.
 *
 * @param name such as {@code outage-hang}
 * @param summary what it shows, in a sentence or two
 * @param kind what kind of situation it is
 * @param settings its parameters
 * @param contenders who is compared, the first with all others
 */
public record Scenario(
    String name, String summary, Kind kind, Settings settings, List<Contender> contenders) {

  private static final String ROW = "row";
  private static final List<String> AT_ONCE = List.of("calls", "time_ms");
  private static final List<String> OVER_TIME =
      List.of("calls_each", "time_each_ms", "p99_ms", "fairness");

  /**
   * The same with another value of a parameter.
   *
   * @param parameter its name
   * @param text its value
   * @return the scenario
   * @throws IllegalArgumentException as for {@link Settings#with}
   */
  public Scenario with(String parameter, String text) {
    return new Scenario(name, summary, kind, settings.with(parameter, text), contenders);
  }

  /**
   * The same with other contenders.
   *
   * @param compared who is compared
   * @return the scenario
   */
  public Scenario comparing(List<Contender> compared) {
    return new Scenario(name, summary, kind, settings, List.copyOf(compared));
  }

  /**
   * The model.
   *
   * @return built by the settings
   */
  public Model model() {
    return kind.build(settings);
  }

  /**
   * The metrics that reports show where nothing else is asked for.
   *
   * @return all metrics of the model; for a row, calls and time where the clients begin at once,
   *     and where they call again and again, calls and time for each success and the fairness
   */
  public List<Metric> defaultMetrics() {
    List<Metric> all = model().metrics();
    if (!isRow()) {
      return all;
    }
    boolean atOnce = "at-once".equals(settings.texts().get("load"));
    List<String> shown = atOnce ? AT_ONCE : OVER_TIME;
    return shown.stream()
        .flatMap(metric -> all.stream().filter(each -> each.name().equals(metric)))
        .toList();
  }

  /**
   * The word for a contender in heads of tables.
   *
   * @return {@code algorithm} for a row, otherwise {@code policy}
   */
  public String contenderTerm() {
    return isRow() ? "algorithm" : "policy";
  }

  private boolean isRow() {
    return kind.name().equals(ROW);
  }
}
