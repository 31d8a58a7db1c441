/**
 * Reads of single items by key; the report of a run of reads.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.read;

import org.jspecify.annotations.NullMarked;
