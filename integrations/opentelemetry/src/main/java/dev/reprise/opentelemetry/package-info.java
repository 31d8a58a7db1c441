/**
 * Traces, metrics and context of retries for OpenTelemetry.
 *
 * <p>Arguments and results are not null. All types are immutable and safe for use by any thread.
 */
@NullMarked
package dev.reprise.opentelemetry;

import org.jspecify.annotations.NullMarked;
