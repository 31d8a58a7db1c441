/**
 * The event queue in virtual time, and random numbers that are equal on every JDK.
 *
 * <p>Parameters and results are never null. Objects are used by one thread at a time.
 */
@NullMarked
package dev.reprise.simulator.engine;

import org.jspecify.annotations.NullMarked;
