/**
 * Exceptions of guarded calls that neither recorded an outcome nor replayed one.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types are
 * immutable.
 */
@NullMarked
package dev.reprise.idempotency.failure;

import org.jspecify.annotations.NullMarked;
