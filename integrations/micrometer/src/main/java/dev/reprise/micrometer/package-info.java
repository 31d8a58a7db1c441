/**
 * Metrics of retries for Micrometer. Begin with {@link dev.reprise.micrometer.RetryMetrics}.
 *
 * <p>Arguments and results are not null. All types are immutable and safe for use by any thread.
 */
@NullMarked
package dev.reprise.micrometer;

import org.jspecify.annotations.NullMarked;
