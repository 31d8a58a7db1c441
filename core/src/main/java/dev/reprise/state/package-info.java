/**
 * What is remembered about a called resource between calls, and where every call is settled with
 * its budget.
 *
 * <p>The settlement is for drivers; people look at the budget.
 */
@NullMarked
package dev.reprise.state;

import org.jspecify.annotations.NullMarked;
