/**
 * Common parts of all drivers: the settings of a call, its run from the first failure on, its
 * record and its report.
 *
 * <p>Only a blocking call waits here, between two attempts.
 */
@NullMarked
package dev.reprise.internal.call;

import org.jspecify.annotations.NullMarked;
