/** What came out of an experiment, in words. */
@NullMarked
package dev.reprise.simulator.verdict;

import org.jspecify.annotations.NullMarked;
