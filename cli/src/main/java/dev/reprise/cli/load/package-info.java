/** Transfers of the lines of files to a service, with progress, journal and dead letters. */
@NullMarked
package dev.reprise.cli.load;

import org.jspecify.annotations.NullMarked;
