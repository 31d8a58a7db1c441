/**
 * An idempotency store in an SQL database. Begin with {@link
 * dev.reprise.jdbc.store.SqlIdempotencyStore}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. Enums are
 * immutable; a builder is for one thread.
 */
@NullMarked
package dev.reprise.jdbc.store;

import org.jspecify.annotations.NullMarked;
