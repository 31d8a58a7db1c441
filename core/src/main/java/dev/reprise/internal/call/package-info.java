/**
 * What all drivers have in common: the settings of a call, its run from the first failure on, its
 * record and its report.
 *
 * <p>Nothing here waits for anything but a blocking call between two attempts.
 */
@NullMarked
package dev.reprise.internal.call;

import org.jspecify.annotations.NullMarked;
