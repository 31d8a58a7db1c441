/**
 * The default retry policies of other libraries, for comparison.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.simulator.preset;

import org.jspecify.annotations.NullMarked;
