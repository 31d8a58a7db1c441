/**
 * Calls of the operation, blocking or not, with their timeouts, and the mailbox that takes their
 * outcomes to the coordinator.
 */
@NullMarked
package dev.reprise.batch.internal.send;

import org.jspecify.annotations.NullMarked;
