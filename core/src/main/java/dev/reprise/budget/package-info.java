/**
 * Limits on the retries of all calls together, so that retries do not make an outage worse. Start
 * at {@link dev.reprise.budget.RetryBudget#standard()}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.budget;

import org.jspecify.annotations.NullMarked;
