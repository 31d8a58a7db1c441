/** Results of an experiment as text: tables, verdicts and comma-separated values. */
@NullMarked
package dev.reprise.simulator.output;

import org.jspecify.annotations.NullMarked;
