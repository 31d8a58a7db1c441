/** Searches policies for one that reaches a goal. */
@NullMarked
package dev.reprise.simulator.tune;

import org.jspecify.annotations.NullMarked;
