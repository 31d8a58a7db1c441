/** Measurements: figures, their files, and the table that shows them. */
@NullMarked
package dev.reprise.verification.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
