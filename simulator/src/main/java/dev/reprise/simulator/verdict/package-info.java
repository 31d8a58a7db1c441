/** Statements on the results of an experiment: the best contender, recovery and its conditions. */
@NullMarked
package dev.reprise.simulator.verdict;

import org.jspecify.annotations.NullMarked;
