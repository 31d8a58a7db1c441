/**
 * Retry rules for HTTP, shared by all clients: which statuses and failures are retried, how long to
 * wait when a server asks for it, and when a request may be sent twice. Start with {@link
 * dev.reprise.http.HttpRetry}.
 */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
