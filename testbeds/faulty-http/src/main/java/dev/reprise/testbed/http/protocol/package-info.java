/** HTTP versions, transports and HTTP/2 error codes: the constants of the wire. */
@NullMarked
package dev.reprise.testbed.http.protocol;

import org.jspecify.annotations.NullMarked;
