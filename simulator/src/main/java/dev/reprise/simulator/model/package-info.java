/**
 * Models of a situation: clients, their load and their target, with named parameters and metrics.
 */
@NullMarked
package dev.reprise.simulator.model;

import org.jspecify.annotations.NullMarked;
