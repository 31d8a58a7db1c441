/** The default retry policies of other libraries, for comparison. */
@NullMarked
package dev.reprise.simulator.preset;

import org.jspecify.annotations.NullMarked;
