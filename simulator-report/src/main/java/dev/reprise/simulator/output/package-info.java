/**
 * Results of an experiment as text: tables, verdicts and comma-separated values.
 *
 * <p>Parameters and results are never null. Types have no state and are safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.simulator.output;

import org.jspecify.annotations.NullMarked;
