/** Clients that call a target and retry as their policy decides. */
@NullMarked
package dev.reprise.simulator.client;

import org.jspecify.annotations.NullMarked;
