/** The command line: entry point, list of commands, error messages and exit codes. */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
