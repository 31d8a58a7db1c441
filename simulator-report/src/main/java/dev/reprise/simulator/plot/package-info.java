/** Charts, drawn as SVG. */
@NullMarked
package dev.reprise.simulator.plot;

import org.jspecify.annotations.NullMarked;
