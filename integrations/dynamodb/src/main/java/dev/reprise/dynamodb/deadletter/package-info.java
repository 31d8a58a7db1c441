/**
 * Files of dead letters: items that could not be written or read, kept to be sent again.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package dev.reprise.dynamodb.deadletter;

import org.jspecify.annotations.NullMarked;
