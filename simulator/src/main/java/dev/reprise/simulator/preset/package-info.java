/** How other libraries retry by default, to be compared with. */
@NullMarked
package dev.reprise.simulator.preset;

import org.jspecify.annotations.NullMarked;
