/**
 * How long to wait before the next attempt: curves, floor, cap and jitter, as values. Start at
 * {@link dev.reprise.backoff.Backoff}.
 */
@NullMarked
package dev.reprise.backoff;

import org.jspecify.annotations.NullMarked;
