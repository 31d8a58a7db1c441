/**
 * The server side of retries over HTTP: requests that carry an {@code Idempotency-Key} are
 * processed once. {@link dev.reprise.servlet.IdempotentRequests} holds the settings; filters apply
 * them on Jakarta Servlet 6 and on the JDK's own server. All types are safe for use by any thread,
 * and no parameter or result is null unless it says so.
 */
@NullMarked
package dev.reprise.servlet;

import org.jspecify.annotations.NullMarked;
