/** Completion scripts and manual pages, generated from the commands that the parser knows. */
@NullMarked
package dev.reprise.cli.reference;

import org.jspecify.annotations.NullMarked;
