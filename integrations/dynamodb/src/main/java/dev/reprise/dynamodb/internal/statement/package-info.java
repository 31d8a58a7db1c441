/** Runs of PartiQL statements. */
@NullMarked
package dev.reprise.dynamodb.internal.statement;

import org.jspecify.annotations.NullMarked;
