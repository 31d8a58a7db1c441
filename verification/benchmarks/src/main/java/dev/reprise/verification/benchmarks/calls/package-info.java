/**
 * What calls, budgets and decisions cost, measured by JMH. Each contender has processes of its own,
 * since it is a parameter; what is measured is returned to JMH, so that nothing is dead code; every
 * failure is one shared exception.
 */
@NullMarked
package dev.reprise.verification.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
