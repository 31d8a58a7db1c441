/**
 * Decisions after an attempt, and the data on which they are based. All types are immutable.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.decision;

import org.jspecify.annotations.NullMarked;
