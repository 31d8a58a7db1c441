/**
 * An idempotency store in an SQL database. Begin with {@link
 * dev.reprise.jdbc.store.SqlIdempotencyStore}.
 */
@NullMarked
package dev.reprise.jdbc.store;

import org.jspecify.annotations.NullMarked;
