/** The operations of the protocol, one class for each or for a group, and their dispatch. */
@NullMarked
package dev.reprise.testbed.dynamodb.operation;

import org.jspecify.annotations.NullMarked;
