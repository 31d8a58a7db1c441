/** Arrival of calls: Poisson arrivals, rates that change, populations of callers. */
@NullMarked
package dev.reprise.simulator.load;

import org.jspecify.annotations.NullMarked;
