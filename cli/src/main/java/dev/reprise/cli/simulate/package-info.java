/** {@code reprise simulate}: compares policies against simulated servers. */
@NullMarked
package dev.reprise.cli.simulate;

import org.jspecify.annotations.NullMarked;
