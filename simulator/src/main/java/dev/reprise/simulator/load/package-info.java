/** When clients call. */
@NullMarked
package dev.reprise.simulator.load;

import org.jspecify.annotations.NullMarked;
