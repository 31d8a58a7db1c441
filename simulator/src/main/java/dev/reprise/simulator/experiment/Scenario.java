package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Kind;
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
}
