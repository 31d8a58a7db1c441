/**
 * The operation that a guard runs, and its right to run: {@link
 * dev.reprise.idempotency.operation.GuardedOperation}, {@link
 * dev.reprise.idempotency.operation.GuardedStage} and {@link
 * dev.reprise.idempotency.operation.Holder}.
 */
@NullMarked
package dev.reprise.idempotency.operation;

import org.jspecify.annotations.NullMarked;
