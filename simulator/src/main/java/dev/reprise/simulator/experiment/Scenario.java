package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.ScenarioKind;
import dev.reprise.simulator.model.Settings;
import dev.reprise.text.PrintableText;
import java.util.List;

/**
 * A named situation with its parameters and the contenders that are compared in it.
 *
 * <pre>{@code
 * Contender own = new Contender("own", policy, RetryBudget.standard());
 * Scenario scenario =
 *     Scenarios.named("rate-limit").withContenders(List.of(own, Presets.named("grpc")));
 * }</pre>
 *
 * @param name the name, such as {@code outage-hang}
 * @param summary one or two sentences that describe it
 * @param kind the kind of the situation
 * @param settings the values of its parameters
 * @param contenders the contenders; the first is the reference for the others
 */
public record Scenario(
    String name, String summary, ScenarioKind kind, Settings settings, List<Contender> contenders) {

  private static final String ROW = "row";
  private static final List<String> AT_ONCE = List.of("calls", "time_ms");
  private static final List<String> OVER_TIME =
      List.of("calls_each", "time_each_ms", "p99_ms", "fairness");

  /**
   * Creates a scenario.
   *
   * @param name the name, such as {@code outage-hang}
   * @param summary one or two sentences that describe it
   * @param kind the kind of the situation
   * @param settings the values of its parameters
   * @param contenders the contenders; the first is the reference for the others
   * @throws IllegalArgumentException if a policy hedges and the kind does not allow that
   */
  public Scenario {
    for (Contender contender : contenders) {
      if (contender.policy().isHedged() && !kind.allowsHedges()) {
        throw new IllegalArgumentException(
            "hedges are not simulated in situations of the kind "
                + kind.name()
                + ", but the policy of "
                + PrintableText.oneLine(contender.label())
                + " has "
                + contender.policy().hedge().orElseThrow());
      }
    }
  }

  /**
   * Returns a copy with another value of a parameter.
   *
   * @param parameter the name of the parameter
   * @param text the value, as text
   * @return the copy
   * @throws IllegalArgumentException as for {@link Settings#with}
   */
  public Scenario with(String parameter, String text) {
    return new Scenario(name, summary, kind, settings.with(parameter, text), contenders);
  }

  /**
   * Returns a copy with other contenders.
   *
   * @param compared the contenders
   * @return the copy
   */
  public Scenario withContenders(List<Contender> compared) {
    return new Scenario(name, summary, kind, settings, List.copyOf(compared));
  }

  /**
   * Builds the model from the settings.
   *
   * @return a new model
   */
  public Model model() {
    return kind.build(settings);
  }

  /**
   * Returns the metrics that reports show by default.
   *
   * @return for a row, calls and time where each client calls once, and calls and time for each
   *     success and the fairness where clients call repeatedly; for any other kind, all metrics of
   *     the model
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

  private boolean isRow() {
    return kind.name().equals(ROW);
  }
}
