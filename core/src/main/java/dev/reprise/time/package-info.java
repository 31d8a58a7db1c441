/**
 * The services that retries use from their environment: ticks, sleep, delays, randomness, the wall
 * clock. Tests and simulations replace them.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.time;

import org.jspecify.annotations.NullMarked;
