package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Contender;

/**
 * The runs of a policy in the two situations that advice shows.
 *
 * @param asked its runs at the service as described
 * @param ordinary its runs in ordinary times
 */
record Comparison(Cell asked, Cell ordinary) {

  Contender contender() {
    return asked.contender();
  }
}
