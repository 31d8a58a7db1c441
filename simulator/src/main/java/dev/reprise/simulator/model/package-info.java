/** Whole situations: clients, their load and what they call, with every parameter by name. */
@NullMarked
package dev.reprise.simulator.model;

import org.jspecify.annotations.NullMarked;
