/**
 * Results of a run and of its calls: {@link BatchReport}, {@link DeadLetter}, {@link BatchListener}
 * and {@link BatchMetrics}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.batch.report;

import org.jspecify.annotations.NullMarked;
