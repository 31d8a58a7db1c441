/** Transactions of jOOQ that are retried. */
@NullMarked
package dev.reprise.examples.jooq;

import org.jspecify.annotations.NullMarked;
