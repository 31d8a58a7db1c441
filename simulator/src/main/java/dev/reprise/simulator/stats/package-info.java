/** Means, standard errors, paired differences, and their text. */
@NullMarked
package dev.reprise.simulator.stats;

import org.jspecify.annotations.NullMarked;
