package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Scenario;

/**
 * A scenario in which policies are compared.
 *
 * @param role what it shows
 * @param words what differs from the service as described, such as {@code 1.15 times the load}
 * @param scenario the scenario
 */
record Situation(Role role, String words, Scenario scenario) {

  /** The role of a situation in the comparison. */
  enum Role {
    /** The server as described, with its fault. */
    ASKED,
    /** The same with another load, number of pods or length of the fault. */
    VARIED,
    /** The server without its fault. */
    ORDINARY
  }

  boolean hasFault() {
    return role != Role.ORDINARY;
  }
}
