/** Calls that answer later: the future that its caller holds is the driver. */
@NullMarked
package dev.reprise.internal.async;

import org.jspecify.annotations.NullMarked;
