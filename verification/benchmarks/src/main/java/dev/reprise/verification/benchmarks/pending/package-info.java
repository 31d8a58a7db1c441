/** A million calls that wait at the same time, and the timers that resume them. */
@NullMarked
package dev.reprise.verification.benchmarks.pending;

import org.jspecify.annotations.NullMarked;
