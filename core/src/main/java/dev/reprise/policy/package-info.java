/**
 * What to retry, when, how often and how long: the policy, and the one function that decides by it.
 *
 * <p>Everything here is a value or pure: nothing reads a clock, waits, or knows who calls.
 */
@NullMarked
package dev.reprise.policy;

import org.jspecify.annotations.NullMarked;
