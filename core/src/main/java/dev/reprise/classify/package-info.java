/**
 * Outcomes of attempts, the verdicts on them, and the classifiers that return verdicts.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.classify;

import org.jspecify.annotations.NullMarked;
