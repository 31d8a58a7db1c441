/** Calls with several attempts in flight. */
@NullMarked
package dev.reprise.internal.hedged;

import org.jspecify.annotations.NullMarked;
