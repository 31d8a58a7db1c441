/** Parsers of header field values: structured fields (RFC 9651) and HTTP dates (RFC 9110). */
@NullMarked
package dev.reprise.http.internal;

import org.jspecify.annotations.NullMarked;
