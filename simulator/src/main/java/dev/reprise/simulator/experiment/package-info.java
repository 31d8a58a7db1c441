/** Scenarios and experiments: runs of contenders over seeds and swept parameters. */
@NullMarked
package dev.reprise.simulator.experiment;

import org.jspecify.annotations.NullMarked;
