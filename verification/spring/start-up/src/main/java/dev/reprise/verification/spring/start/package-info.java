/**
 * Measurement of what the starter adds to the start of an application with twenty retried methods,
 * compared with the starter of Resilience4j.
 */
@NullMarked
package dev.reprise.verification.spring.start;

import org.jspecify.annotations.NullMarked;
