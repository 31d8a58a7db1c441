/** What was measured: figures, the files they are kept in, and the table that shows them. */
@NullMarked
package dev.reprise.verification.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
