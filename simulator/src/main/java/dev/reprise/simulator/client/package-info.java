/** Clients that call, and call again as their policy decides. */
@NullMarked
package dev.reprise.simulator.client;

import org.jspecify.annotations.NullMarked;
