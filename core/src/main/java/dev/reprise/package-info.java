/**
 * Retries for calls to other machines: the types that people name every day. Start at {@link
 * dev.reprise.Retry}.
 */
@NullMarked
package dev.reprise;

import org.jspecify.annotations.NullMarked;
