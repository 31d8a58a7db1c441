/** The event queue in virtual time, and random numbers that are equal on every JDK. */
@NullMarked
package dev.reprise.simulator.engine;

import org.jspecify.annotations.NullMarked;
