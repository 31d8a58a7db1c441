/**
 * State of a called resource between calls, and the reports of every call to its budget.
 *
 * <p>The reporting methods are for drivers; other code reads the budget.
 */
@NullMarked
package dev.reprise.state;

import org.jspecify.annotations.NullMarked;
