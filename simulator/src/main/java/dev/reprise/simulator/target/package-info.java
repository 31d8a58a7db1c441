/**
 * Simulated services that clients call: rows, locks, servers, rate limiters and tables.
 *
 * <p>Times are nanoseconds since the run began. Parameters and results are never null. Objects of
 * one run are used by one thread; settings and faults are immutable.
 */
@NullMarked
package dev.reprise.simulator.target;

import org.jspecify.annotations.NullMarked;
