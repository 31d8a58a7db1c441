/** Retried transactions of jOOQ. */
@NullMarked
package dev.reprise.examples.jooq;

import org.jspecify.annotations.NullMarked;
