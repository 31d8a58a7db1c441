/**
 * Tools for tests of code that retries: virtual time, scripted operations, a recording listener,
 * samples of untrusted text, and scopes that override retries.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
