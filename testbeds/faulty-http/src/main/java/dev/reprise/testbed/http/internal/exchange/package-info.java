/** One request and its response on a connection: the bytes and frames that an attempt sees. */
@NullMarked
package dev.reprise.testbed.http.internal.exchange;

import org.jspecify.annotations.NullMarked;
