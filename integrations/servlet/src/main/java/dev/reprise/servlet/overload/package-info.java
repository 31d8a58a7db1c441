/**
 * Refusal of requests above a server's capacity, with a separate time slot for each refused client.
 * {@link dev.reprise.servlet.overload.OverloadFilter} and {@link
 * dev.reprise.servlet.overload.OverloadHandlerFilter} apply it. All types are safe for use by any
 * thread, and no parameter or result is null unless it says so.
 */
@NullMarked
package dev.reprise.servlet.overload;

import org.jspecify.annotations.NullMarked;
