/**
 * Idempotency keys and request fingerprints: {@link dev.reprise.idempotency.key.IdempotencyKey} and
 * {@link dev.reprise.idempotency.key.Fingerprint}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types are
 * immutable.
 */
@NullMarked
package dev.reprise.idempotency.key;

import org.jspecify.annotations.NullMarked;
