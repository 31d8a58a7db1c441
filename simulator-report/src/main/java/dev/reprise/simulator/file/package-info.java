/**
 * Scenarios as text: files in YAML or JSON, lists of values, and suggestions for misspelt names.
 */
@NullMarked
package dev.reprise.simulator.file;

import org.jspecify.annotations.NullMarked;
