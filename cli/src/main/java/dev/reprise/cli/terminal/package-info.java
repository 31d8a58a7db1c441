/** Signals, progress and messages on the terminal. */
@NullMarked
package dev.reprise.cli.terminal;

import org.jspecify.annotations.NullMarked;
