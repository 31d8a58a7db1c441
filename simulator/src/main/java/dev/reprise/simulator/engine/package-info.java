/** Events in virtual time, and chance that comes out the same everywhere. */
@NullMarked
package dev.reprise.simulator.engine;

import org.jspecify.annotations.NullMarked;
