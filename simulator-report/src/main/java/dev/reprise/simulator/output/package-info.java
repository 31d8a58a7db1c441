/** What came out of an experiment, as text: for the terminal, and as comma-separated values. */
@NullMarked
package dev.reprise.simulator.output;

import org.jspecify.annotations.NullMarked;
