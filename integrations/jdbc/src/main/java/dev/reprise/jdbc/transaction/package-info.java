/** The work of a transaction, with and without a result, and the isolation levels. */
@NullMarked
package dev.reprise.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
