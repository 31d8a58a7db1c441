/**
 * What HTTP says about doing a request again, for any client: which status and which failure is
 * retried, how long a server asks to be left alone, and when a request may be sent twice. Begin
 * with {@link dev.reprise.http.HttpRetry}.
 */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
