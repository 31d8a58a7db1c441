/**
 * Retry rules for HTTP, shared by all clients: which statuses and failures are retried, how long to
 * wait when a server asks for it, and when a request may be sent twice. Start with {@link
 * dev.reprise.http.HttpRetry}. All types are safe for use by any thread. No parameter or result is
 * null unless it says so.
 */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
