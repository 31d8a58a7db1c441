/**
 * Rules for what to retry, when, how often and how long: the policy, and the single function that
 * decides by it.
 *
 * <p>All types are values or pure functions: no code here reads a clock, waits, or depends on the
 * caller.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.policy;

import org.jspecify.annotations.NullMarked;
