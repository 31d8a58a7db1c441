/** Retries of Mono and Flux, as in the guide. */
@NullMarked
package dev.reprise.examples.reactor;

import org.jspecify.annotations.NullMarked;
