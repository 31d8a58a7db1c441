/**
 * Scenarios and experiments: runs of contenders over seeds and swept parameters.
 *
 * <p>Parameters and results are never null, unless their description allows it. Types are immutable
 * and safe for use by several threads.
 */
@NullMarked
package dev.reprise.simulator.experiment;

import org.jspecify.annotations.NullMarked;
