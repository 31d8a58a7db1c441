/**
 * Scenarios as text: files in YAML or JSON, lists of values, and suggestions for misspelled names.
 *
 * <p>Parameters and results are never null. Public types are immutable or have no state, and are
 * safe for use by several threads.
 */
@NullMarked
package dev.reprise.simulator.file;

import org.jspecify.annotations.NullMarked;
