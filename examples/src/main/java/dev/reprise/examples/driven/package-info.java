/** Driven calls in an event loop, a message consumer and a user interface. */
@NullMarked
package dev.reprise.examples.driven;

import org.jspecify.annotations.NullMarked;
