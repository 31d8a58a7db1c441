/**
 * State of a called resource between calls, and the methods by which each call reports to its
 * budget.
 *
 * <p>The reporting methods are for drivers; other code reads the budget.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.state;

import org.jspecify.annotations.NullMarked;
