/** Servers that do requests with a key once, and refuse overload, as the guide shows them. */
@NullMarked
package dev.reprise.examples.server;

import org.jspecify.annotations.NullMarked;
