/** Means, their errors, and what differs between contenders. */
@NullMarked
package dev.reprise.simulator.stats;

import org.jspecify.annotations.NullMarked;
