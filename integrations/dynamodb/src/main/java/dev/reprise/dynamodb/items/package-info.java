/**
 * Items in files, one JSON object per line: their formats, readers, writers and compression.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. Values are immutable;
 * readers and writers state which threads may use them.
 */
@NullMarked
package dev.reprise.dynamodb.items;

import org.jspecify.annotations.NullMarked;
