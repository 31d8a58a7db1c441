/**
 * Fault injection: each part that a user supplies misbehaves in each way, in each shape of a call.
 */
@NullMarked
package dev.reprise.testing.faults;

import org.jspecify.annotations.NullMarked;
