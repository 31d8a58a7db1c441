/** What long commands share: how far they are, and what Ctrl-C does. */
@NullMarked
package dev.reprise.cli.terminal;

import org.jspecify.annotations.NullMarked;
