/** Standard output, output files, and the text of errors and durations. */
@NullMarked
package dev.reprise.cli.output;

import org.jspecify.annotations.NullMarked;
