/**
 * Arrival of calls: Poisson arrivals, rates that change, populations of callers.
 *
 * <p>Times are nanoseconds since the run began. Parameters and results are never null. Objects of
 * one run are used by one thread; a {@link dev.reprise.simulator.load.Rate} and a pattern of calls
 * are immutable.
 */
@NullMarked
package dev.reprise.simulator.load;

import org.jspecify.annotations.NullMarked;
