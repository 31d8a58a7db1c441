/**
 * Results of an experiment as figures and as an HTML page.
 *
 * <p>Parameters and results are never null, nor are elements of lists. Types are immutable and safe
 * for use by several threads, unless their description says otherwise.
 */
@NullMarked
package dev.reprise.simulator.report;

import org.jspecify.annotations.NullMarked;
