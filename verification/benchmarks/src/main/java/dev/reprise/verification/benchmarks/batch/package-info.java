/**
 * 100,000 items written into a table by a hand-written loop, the enhanced client and Reprise, with
 * the counters of the table server.
 */
@NullMarked
package dev.reprise.verification.benchmarks.batch;

import org.jspecify.annotations.NullMarked;
