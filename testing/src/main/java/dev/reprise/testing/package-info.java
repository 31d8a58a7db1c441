/**
 * Tools for tests of code that retries: virtual time, scripted operations, a recording listener,
 * samples of untrusted text, and scopes that override retries.
 *
 * <p>Parameters and results are never null unless their description allows it.
 */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
