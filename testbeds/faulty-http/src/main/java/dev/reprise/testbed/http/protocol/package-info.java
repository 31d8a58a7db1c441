/**
 * HTTP versions, transports and HTTP/2 error codes: the constants of the wire.
 *
 * <p>The constants are immutable and safe for use by any thread. No result is null.
 */
@NullMarked
package dev.reprise.testbed.http.protocol;

import org.jspecify.annotations.NullMarked;
