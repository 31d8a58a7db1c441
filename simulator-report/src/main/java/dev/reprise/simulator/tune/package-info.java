/**
 * Searches for a policy that meets a goal.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads, unless their description says otherwise.
 */
@NullMarked
package dev.reprise.simulator.tune;

import org.jspecify.annotations.NullMarked;
