/** What clients call: rows, locks, servers, limiters, tables. */
@NullMarked
package dev.reprise.simulator.target;

import org.jspecify.annotations.NullMarked;
