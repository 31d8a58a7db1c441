/** Transactions of Spring that are retried. */
@NullMarked
package dev.reprise.examples.springtx;

import org.jspecify.annotations.NullMarked;
