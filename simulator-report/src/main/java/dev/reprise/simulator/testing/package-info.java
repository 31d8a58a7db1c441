/**
 * Assertions on simulations of clients that retry, for tests of a policy; see {@link
 * dev.reprise.simulator.testing.Simulation}.
 *
 * <p>Parameters and results are never null. Types are safe for use by several threads, except the
 * assertions.
 */
@NullMarked
package dev.reprise.simulator.testing;

import org.jspecify.annotations.NullMarked;
