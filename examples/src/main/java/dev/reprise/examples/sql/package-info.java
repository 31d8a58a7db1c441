/** Retried transactions. */
@NullMarked
package dev.reprise.examples.sql;

import org.jspecify.annotations.NullMarked;
