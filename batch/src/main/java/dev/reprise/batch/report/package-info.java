/**
 * Results of a run and of its calls: {@link BatchReport}, {@link DeadLetter}, {@link BatchListener}
 * and {@link BatchMetrics}.
 */
@NullMarked
package dev.reprise.batch.report;

import org.jspecify.annotations.NullMarked;
