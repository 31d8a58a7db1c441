/** Costs of calls, measured with JMH. */
@NullMarked
package dev.reprise.verification.benchmarks;

import org.jspecify.annotations.NullMarked;
