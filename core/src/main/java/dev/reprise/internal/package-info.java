/** Selection of the driver of a call. */
@NullMarked
package dev.reprise.internal;

import org.jspecify.annotations.NullMarked;
