/**
 * The engine of the page: experiments in text form, one simulated run per call.
 *
 * <p>Parameters and results are never null. A {@link dev.reprise.lab.LabEngine} is used by one
 * thread; all other types are immutable.
 */
@NullMarked
package dev.reprise.lab;

import org.jspecify.annotations.NullMarked;
