/**
 * Retries for Mono and Flux of Project Reactor. Begin with {@link
 * dev.reprise.reactor.ReactorRetry}.
 *
 * <p>Arguments and results are not null. Unless a type states otherwise, it is immutable and safe
 * for use by any thread.
 */
@NullMarked
package dev.reprise.reactor;

import org.jspecify.annotations.NullMarked;
