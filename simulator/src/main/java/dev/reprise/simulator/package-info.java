/**
 * Simulations of clients that retry: {@link dev.reprise.simulator.Simulation} and its assertions,
 * for tests of one's own policies.
 */
@NullMarked
package dev.reprise.simulator;

import org.jspecify.annotations.NullMarked;
