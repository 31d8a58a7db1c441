/**
 * Explanations of policies: delays, limits, expected results and warnings.
 *
 * <p>Arguments and results are not null. All types are immutable and safe for use by any thread.
 */
@NullMarked
package dev.reprise.explain;

import org.jspecify.annotations.NullMarked;
