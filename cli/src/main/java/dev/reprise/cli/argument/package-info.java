/** Arguments of commands: text, numbers and ranges, with an error message for each mistake. */
@NullMarked
package dev.reprise.cli.argument;

import org.jspecify.annotations.NullMarked;
