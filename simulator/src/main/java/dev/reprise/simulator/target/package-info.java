/**
 * Simulated services that clients call: rows, locks, servers, rate limiters and tables.
 *
 * <p>Times are nanoseconds since the run began. Parameters are never null. Objects of one run are
 * used by one thread.
 */
@NullMarked
package dev.reprise.simulator.target;

import org.jspecify.annotations.NullMarked;
