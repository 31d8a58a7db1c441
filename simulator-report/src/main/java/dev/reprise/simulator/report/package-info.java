/** Results of an experiment as figures and as an HTML page. */
@NullMarked
package dev.reprise.simulator.report;

import org.jspecify.annotations.NullMarked;
