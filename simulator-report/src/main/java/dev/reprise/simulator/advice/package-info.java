/**
 * Advises on a policy for a service, from a few numbers that describe it.
 *
 * <p>Parameters and results are never null. Types are immutable and safe for use by several
 * threads, unless their description says otherwise.
 */
@NullMarked
package dev.reprise.simulator.advice;

import org.jspecify.annotations.NullMarked;
