/**
 * The head of a request, as the functions in {@link dev.reprise.servlet.IdempotentRequests} receive
 * it. No parameter or result is null unless it says so.
 */
@NullMarked
package dev.reprise.servlet.request;

import org.jspecify.annotations.NullMarked;
