/** Runs of transactions. */
@NullMarked
package dev.reprise.dynamodb.internal.transaction;

import org.jspecify.annotations.NullMarked;
