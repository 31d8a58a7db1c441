/** PartiQL statements that name one item by its key: grammar and values. */
@NullMarked
package dev.reprise.testbed.dynamodb.statement;

import org.jspecify.annotations.NullMarked;
