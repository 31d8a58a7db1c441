/**
 * Metrics, observations, traces and context of all retries: with Micrometer, OpenTelemetry and
 * Micrometer's context propagation, as far as the application has them.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.observe;

import org.jspecify.annotations.NullMarked;
