/**
 * Delays between attempts: curves, floor, cap and jitter, as values. Start at {@link
 * dev.reprise.backoff.Backoff}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.backoff;

import org.jspecify.annotations.NullMarked;
