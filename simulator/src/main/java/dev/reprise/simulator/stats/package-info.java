/**
 * Means, standard errors, paired differences, and their text.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.simulator.stats;

import org.jspecify.annotations.NullMarked;
