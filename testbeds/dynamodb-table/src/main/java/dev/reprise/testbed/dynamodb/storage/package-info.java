/** Tables in memory: items in key order, capacity, reads, writes and pages. */
@NullMarked
package dev.reprise.testbed.dynamodb.storage;

import org.jspecify.annotations.NullMarked;
