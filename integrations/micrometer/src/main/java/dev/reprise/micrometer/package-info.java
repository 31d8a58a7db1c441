/**
 * Metrics and observations for Micrometer. Begin with {@link dev.reprise.micrometer.RetryMetrics}
 * and {@link dev.reprise.micrometer.RetryObservations}.
 *
 * <p>Arguments and results are not null. Unless a type states otherwise, it is immutable and safe
 * for use by any thread.
 */
@NullMarked
package dev.reprise.micrometer;

import org.jspecify.annotations.NullMarked;
