/**
 * For tests of code that retries: virtual time, scripted operations, a recording listener, and the
 * contract that every driver keeps.
 */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
