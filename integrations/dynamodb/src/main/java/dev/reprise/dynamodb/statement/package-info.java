/**
 * PartiQL statements for single items and their results; the report of a run of statements.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb.statement;

import org.jspecify.annotations.NullMarked;
