/** Runs experiments of the simulator on several threads, with progress and an early stop. */
@NullMarked
package dev.reprise.simulator.parallel;

import org.jspecify.annotations.NullMarked;
