/** {@code reprise run}: runs a command until it succeeds. */
@NullMarked
package dev.reprise.cli.run;

import org.jspecify.annotations.NullMarked;
