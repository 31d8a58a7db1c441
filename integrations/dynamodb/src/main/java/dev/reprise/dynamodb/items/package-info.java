/**
 * Items in files, one JSON object a line: their formats, readers, writers and compression.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package dev.reprise.dynamodb.items;

import org.jspecify.annotations.NullMarked;
