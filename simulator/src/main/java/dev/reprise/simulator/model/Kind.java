package dev.reprise.simulator.model;

import java.util.List;

/** A kind of situation, before its parameters are set. */
public interface Kind {

  /**
   * What it is called, such as {@code row}.
   *
   * @return letters and '-'
   */
  String name();

  /**
   * What it is, in a sentence.
   *
   * @return the sentence
   */
  String summary();

  /**
   * What can be set.
   *
   * @return the parameters
   */
  List<Parameter<?>> parameters();

  /**
   * Builds the model.
   *
   * @param settings values of the parameters
   * @return the model
   * @throws IllegalArgumentException if they do not fit together
   */
  Model build(Settings settings);
}
