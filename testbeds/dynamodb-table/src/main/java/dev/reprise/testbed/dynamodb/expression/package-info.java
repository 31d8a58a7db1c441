/** Condition, projection, update and key condition expressions: grammar and evaluation. */
@NullMarked
package dev.reprise.testbed.dynamodb.expression;

import org.jspecify.annotations.NullMarked;
