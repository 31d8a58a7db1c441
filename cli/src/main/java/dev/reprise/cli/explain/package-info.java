/** Tells what a policy does, before it does it. */
@NullMarked
package dev.reprise.cli.explain;

import org.jspecify.annotations.NullMarked;
