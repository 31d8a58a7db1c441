/**
 * Writes of single items, put or delete, with or without a condition; the report of a run of
 * writes.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.write;

import org.jspecify.annotations.NullMarked;
