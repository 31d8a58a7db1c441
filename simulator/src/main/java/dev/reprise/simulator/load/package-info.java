/**
 * Arrival of calls: Poisson arrivals, rates that change, populations of callers.
 *
 * <p>Times are nanoseconds since the run began. Parameters are never null. Objects of one run are
 * used by one thread.
 */
@NullMarked
package dev.reprise.simulator.load;

import org.jspecify.annotations.NullMarked;
