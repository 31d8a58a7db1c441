/**
 * The work of a transaction, with and without a result, and the isolation levels.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. Calls of different
 * threads run their work concurrently; the attempts of one call follow each other.
 */
@NullMarked
package dev.reprise.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
