/**
 * The operation that a guard runs, and its right to run: {@link
 * dev.reprise.idempotency.operation.GuardedOperation}, {@link
 * dev.reprise.idempotency.operation.GuardedStage} and {@link
 * dev.reprise.idempotency.operation.Holder}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. A guard calls the
 * operations of different calls concurrently, each on the thread or executor of its call.
 */
@NullMarked
package dev.reprise.idempotency.operation;

import org.jspecify.annotations.NullMarked;
