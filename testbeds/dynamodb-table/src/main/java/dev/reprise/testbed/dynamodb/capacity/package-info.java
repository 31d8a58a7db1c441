/** Capacity units, the token buckets that meter them, and the consumed capacity of a response. */
@NullMarked
package dev.reprise.testbed.dynamodb.capacity;

import org.jspecify.annotations.NullMarked;
