/** Runs of reads. */
@NullMarked
package dev.reprise.dynamodb.internal.read;

import org.jspecify.annotations.NullMarked;
