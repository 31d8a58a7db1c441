/**
 * The receiving side of a retry over HTTP. {@link dev.reprise.servlet.IdempotentRequests} says what
 * is done with requests that carry a key, {@link dev.reprise.servlet.ReservedSlots} when a server
 * under overload wants to see a client again; filters apply both, on Jakarta Servlet 6 and on the
 * JDK's own server.
 */
@NullMarked
package dev.reprise.servlet;

import org.jspecify.annotations.NullMarked;
