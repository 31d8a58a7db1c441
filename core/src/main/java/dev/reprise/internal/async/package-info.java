/** Calls that complete later: the future that the caller holds is the driver. */
@NullMarked
package dev.reprise.internal.async;

import org.jspecify.annotations.NullMarked;
