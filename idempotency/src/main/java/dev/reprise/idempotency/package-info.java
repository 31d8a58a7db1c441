/**
 * An operation runs for its key, and duplicates get the recorded outcome. Begin with {@link
 * dev.reprise.idempotency.IdempotencyGuard}.
 */
@NullMarked
package dev.reprise.idempotency;

import org.jspecify.annotations.NullMarked;
