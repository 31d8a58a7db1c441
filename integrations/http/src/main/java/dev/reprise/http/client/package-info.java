/**
 * Building blocks for the integration of an HTTP client: checks of request bodies, timeouts,
 * cancellation and the meaning of I/O failures. Applications do not need them. All types are safe
 * for use by any thread unless they say otherwise. No parameter or result is null unless it says
 * so.
 */
@NullMarked
package dev.reprise.http.client;

import org.jspecify.annotations.NullMarked;
