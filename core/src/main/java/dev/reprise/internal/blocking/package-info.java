/** Calls on the thread of their caller, and the timeout of a blocking attempt. */
@NullMarked
package dev.reprise.internal.blocking;

import org.jspecify.annotations.NullMarked;
