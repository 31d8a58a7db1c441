/**
 * Runs experiments of the simulator on several threads, with progress and an early stop.
 *
 * <p>Parameters and results are never null. Types are safe for use by several threads, unless their
 * description says otherwise.
 */
@NullMarked
package dev.reprise.simulator.parallel;

import org.jspecify.annotations.NullMarked;
