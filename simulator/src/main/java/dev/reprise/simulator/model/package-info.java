/**
 * Models of situations: clients, load and target, with named parameters and metrics.
 *
 * <p>No parameter is null, and no result unless its description allows it. Kinds, models,
 * parameters and settings are immutable; counters and traces are used by one thread.
 */
@NullMarked
package dev.reprise.simulator.model;

import org.jspecify.annotations.NullMarked;
