/** Separate processes for measurements, and the facts that they print. */
@NullMarked
package dev.reprise.verification.benchmarks.process;

import org.jspecify.annotations.NullMarked;
