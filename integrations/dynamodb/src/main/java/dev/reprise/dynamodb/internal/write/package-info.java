/** Runs of writes: in batches or, with a condition, one by one. */
@NullMarked
package dev.reprise.dynamodb.internal.write;

import org.jspecify.annotations.NullMarked;
