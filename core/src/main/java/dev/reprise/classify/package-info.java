/** Outcomes of attempts, the verdicts on them, and the classifiers that return verdicts. */
@NullMarked
package dev.reprise.classify;

import org.jspecify.annotations.NullMarked;
