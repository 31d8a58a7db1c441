/**
 * Clients that call a target and retry as their policy decides.
 *
 * <p>Times are nanoseconds since the run began. Parameters and results are never null. Objects of
 * one run are used by one thread; {@link dev.reprise.simulator.client.ClientSettings} are
 * immutable.
 */
@NullMarked
package dev.reprise.simulator.client;

import org.jspecify.annotations.NullMarked;
