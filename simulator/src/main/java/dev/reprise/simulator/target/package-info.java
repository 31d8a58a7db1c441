/** Simulated services that clients call: rows, locks, servers, rate limiters and tables. */
@NullMarked
package dev.reprise.simulator.target;

import org.jspecify.annotations.NullMarked;
