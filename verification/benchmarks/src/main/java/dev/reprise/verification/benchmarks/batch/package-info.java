/**
 * 100,000 items written into a table: hand loop, enhanced client and ours, and the table's view.
 */
@NullMarked
package dev.reprise.verification.benchmarks.batch;

import org.jspecify.annotations.NullMarked;
