/**
 * Charts, drawn as SVG.
 *
 * <p>Parameters and results are never null, nor are elements of lists. Public types are immutable
 * or have no state, and are safe for use by several threads.
 */
@NullMarked
package dev.reprise.simulator.plot;

import org.jspecify.annotations.NullMarked;
