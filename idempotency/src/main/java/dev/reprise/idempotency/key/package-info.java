/**
 * Idempotency keys and request fingerprints: {@link dev.reprise.idempotency.key.IdempotencyKey} and
 * {@link dev.reprise.idempotency.key.Fingerprint}. All types are immutable.
 */
@NullMarked
package dev.reprise.idempotency.key;

import org.jspecify.annotations.NullMarked;
