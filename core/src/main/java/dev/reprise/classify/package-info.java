/**
 * What an attempt came to, and what that means: outcomes, verdicts and the classifiers between
 * them.
 */
@NullMarked
package dev.reprise.classify;

import org.jspecify.annotations.NullMarked;
