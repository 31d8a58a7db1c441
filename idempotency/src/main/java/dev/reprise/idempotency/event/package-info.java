/**
 * The ends of guarded calls, for metrics and logs.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types are safe
 * for use by any thread.
 */
@NullMarked
package dev.reprise.idempotency.event;

import org.jspecify.annotations.NullMarked;
