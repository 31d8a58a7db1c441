/** The command line: commands, errors, exit codes. */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
