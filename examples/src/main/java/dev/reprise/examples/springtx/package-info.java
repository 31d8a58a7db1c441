/** Retried transactions of Spring. */
@NullMarked
package dev.reprise.examples.springtx;

import org.jspecify.annotations.NullMarked;
