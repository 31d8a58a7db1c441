/** Processes of their own for what is measured, and what they tell of themselves. */
@NullMarked
package dev.reprise.verification.benchmarks.process;

import org.jspecify.annotations.NullMarked;
