package dev.reprise.simulator.model;

import java.util.List;

/** A kind of simulated situation with its parameters. */
public interface ScenarioKind {

  /**
   * Returns the name, such as {@code row}.
   *
   * @return a name of letters and '-'
   */
  String name();

  /**
   * Returns the description.
   *
   * @return one sentence
   */
  String summary();

  /**
   * Returns the parameters of the kind.
   *
   * @return the parameters, in the order in which they are listed
   */
  List<Parameter<?>> parameters();

  /**
   * Returns whether attempts of one call may run in parallel in this kind of situation.
   *
   * @return true, by default; false if policies with a hedge are refused
   */
  default boolean allowsHedges() {
    return true;
  }

  /**
   * Builds a model.
   *
   * @param settings the values of the parameters
   * @return the model
   * @throws IllegalArgumentException if the values are valid each, but contradict each other
   */
  Model build(Settings settings);
}
