/**
 * The libraries that Reprise is compared with, each behind one adapter and in the best
 * configuration that its documentation shows.
 */
@NullMarked
package dev.reprise.verification.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
