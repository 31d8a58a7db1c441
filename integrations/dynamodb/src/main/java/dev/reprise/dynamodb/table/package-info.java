/**
 * Tables of the service: key schema and capacity, items that do not fit, and the usage of a run.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.table;

import org.jspecify.annotations.NullMarked;
