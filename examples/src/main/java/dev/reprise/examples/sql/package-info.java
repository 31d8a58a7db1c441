/** Transactions that are retried. */
@NullMarked
package dev.reprise.examples.sql;

import org.jspecify.annotations.NullMarked;
