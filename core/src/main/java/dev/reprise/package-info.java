/**
 * Retries of calls to other machines. Start with {@link dev.reprise.Retry}; the other packages
 * contain its policy and settings.
 *
 * <p>In all exported packages: arguments must not be null unless marked {@code @Nullable}; a null
 * argument causes a {@link NullPointerException}. Types are immutable and safe for use by any
 * thread unless documented. Times of type {@code long} are in nanoseconds.
 */
@NullMarked
package dev.reprise;

import org.jspecify.annotations.NullMarked;
