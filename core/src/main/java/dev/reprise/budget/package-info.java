/**
 * Limits on the retries of all calls together, so that retrying does not feed an outage. Start at
 * {@link dev.reprise.budget.RetryBudget#standard()}.
 */
@NullMarked
package dev.reprise.budget;

import org.jspecify.annotations.NullMarked;
