/** {@code reprise explain}: attempts, delays, limits and warnings of a policy. */
@NullMarked
package dev.reprise.cli.explain;

import org.jspecify.annotations.NullMarked;
