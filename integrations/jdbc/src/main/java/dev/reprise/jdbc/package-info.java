/** Classification of database failures, and transactions that are retried. */
@NullMarked
package dev.reprise.jdbc;

import org.jspecify.annotations.NullMarked;
