/**
 * Models of situations: clients, load and target, with named parameters and metrics.
 *
 * <p>Parameters and results are never null. Kinds, models, parameters and settings are immutable
 * and safe for use by several threads; counters and traces are used by one thread.
 */
@NullMarked
package dev.reprise.simulator.model;

import org.jspecify.annotations.NullMarked;
