/** Servers that process a request with a key once and refuse overload, as in the guide. */
@NullMarked
package dev.reprise.examples.server;

import org.jspecify.annotations.NullMarked;
