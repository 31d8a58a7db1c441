/** Progress, Ctrl-C and messages of commands that run for long. */
@NullMarked
package dev.reprise.cli.terminal;

import org.jspecify.annotations.NullMarked;
