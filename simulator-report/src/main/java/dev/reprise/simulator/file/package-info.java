/** Scenarios as text: files in YAML or JSON, values of parameters, names and what was meant. */
@NullMarked
package dev.reprise.simulator.file;

import org.jspecify.annotations.NullMarked;
