/** Searches for a policy that meets a goal. */
@NullMarked
package dev.reprise.simulator.tune;

import org.jspecify.annotations.NullMarked;
