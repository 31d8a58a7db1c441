/** Explanations of the attempts, waits and limits of a policy. */
@NullMarked
package dev.reprise.cli.explain;

import org.jspecify.annotations.NullMarked;
