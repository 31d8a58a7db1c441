/**
 * Transactions of writes, and the writes that cancel one; the report of a run of transactions.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.transaction;

import org.jspecify.annotations.NullMarked;
