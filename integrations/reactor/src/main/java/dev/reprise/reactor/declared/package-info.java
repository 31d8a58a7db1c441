/** Retries of annotated methods that return a Mono or a Flux. */
@NullMarked
package dev.reprise.reactor.declared;

import org.jspecify.annotations.NullMarked;
