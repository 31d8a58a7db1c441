/**
 * The services that retries use from their environment: ticks, sleep, delays, randomness, the wall
 * clock. Tests and simulations replace them.
 */
@NullMarked
package dev.reprise.time;

import org.jspecify.annotations.NullMarked;
