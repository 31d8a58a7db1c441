/**
 * Building blocks for the integration of an HTTP client: checks of request bodies, timeouts,
 * cancellation and the meaning of I/O failures. Applications do not need them.
 */
@NullMarked
package dev.reprise.http.client;

import org.jspecify.annotations.NullMarked;
