/** Retry loops in worlds of their own: an event loop, a consumer of messages, a user interface. */
@NullMarked
package dev.reprise.examples.driven;

import org.jspecify.annotations.NullMarked;
