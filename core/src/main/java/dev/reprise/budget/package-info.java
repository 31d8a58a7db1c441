/**
 * Limits on the retries of all calls together, so that retries do not make an outage worse. Start
 * at {@link dev.reprise.budget.RetryBudget#standard()}.
 */
@NullMarked
package dev.reprise.budget;

import org.jspecify.annotations.NullMarked;
