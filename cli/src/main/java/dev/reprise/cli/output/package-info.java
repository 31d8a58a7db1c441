/** Standard output and files: the only places that the command line writes to. */
@NullMarked
package dev.reprise.cli.output;

import org.jspecify.annotations.NullMarked;
