/**
 * Retries for the {@code WebClient} of Spring: {@link dev.reprise.reactor.webclient.RetryFilter}.
 */
@NullMarked
package dev.reprise.reactor.webclient;

import org.jspecify.annotations.NullMarked;
