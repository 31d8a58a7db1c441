/**
 * Published results about retries, with the experiments that reproduce them.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads.
 */
@NullMarked
package dev.reprise.simulator.paper;

import org.jspecify.annotations.NullMarked;
