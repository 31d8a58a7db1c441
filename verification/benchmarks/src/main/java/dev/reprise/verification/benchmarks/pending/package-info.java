/** A million calls that wait at once, and the timers that wake them. */
@NullMarked
package dev.reprise.verification.benchmarks.pending;

import org.jspecify.annotations.NullMarked;
