/**
 * Costs of calls, budgets and decisions, measured by JMH. The contender is a parameter, so that
 * each runs in processes of its own. Results are returned to JMH, so that no code is dead. Every
 * failure is one shared exception.
 */
@NullMarked
package dev.reprise.verification.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
