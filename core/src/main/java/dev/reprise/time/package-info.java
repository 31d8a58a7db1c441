/**
 * The doors to the world: ticks, sleep, delays, randomness, the wall clock. Tests and simulations
 * open other ones.
 */
@NullMarked
package dev.reprise.time;

import org.jspecify.annotations.NullMarked;
