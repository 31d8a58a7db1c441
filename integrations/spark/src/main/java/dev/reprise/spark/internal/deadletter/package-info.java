/** Files of dead letters: written by task attempts, published when the job commits. */
@NullMarked
package dev.reprise.spark.internal.deadletter;

import org.jspecify.annotations.NullMarked;
