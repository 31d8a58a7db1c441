/**
 * Guards that run an operation once for each idempotency key and return the recorded outcome to
 * duplicates. Begin with {@link dev.reprise.idempotency.IdempotencyGuard}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}.
 */
@NullMarked
package dev.reprise.idempotency;

import org.jspecify.annotations.NullMarked;
