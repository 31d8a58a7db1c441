/** Virtual threads that wait in a blocking call. */
@NullMarked
package dev.reprise.verification.benchmarks.virtual;

import org.jspecify.annotations.NullMarked;
