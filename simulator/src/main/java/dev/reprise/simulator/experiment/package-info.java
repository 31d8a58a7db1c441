/** Many runs: of contenders, over seeds, over parameters. */
@NullMarked
package dev.reprise.simulator.experiment;

import org.jspecify.annotations.NullMarked;
