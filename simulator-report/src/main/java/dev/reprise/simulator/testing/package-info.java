/**
 * Assertions on simulations of clients that retry: {@link
 * dev.reprise.simulator.testing.Simulation}, for tests of a policy.
 */
@NullMarked
package dev.reprise.simulator.testing;

import org.jspecify.annotations.NullMarked;
