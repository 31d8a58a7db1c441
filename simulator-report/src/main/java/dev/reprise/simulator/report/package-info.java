/** What came out, as figures and as a page. */
@NullMarked
package dev.reprise.simulator.report;

import org.jspecify.annotations.NullMarked;
