/** The timer behind asynchronous waits and attempt timeouts. Not exported. */
@NullMarked
package dev.reprise.internal.timer;

import org.jspecify.annotations.NullMarked;
