/**
 * Statements on the results of an experiment: the best contender, recovery and its conditions.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.simulator.verdict;

import org.jspecify.annotations.NullMarked;
