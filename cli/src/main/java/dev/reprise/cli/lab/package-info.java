/** The command {@code lab}: serves the page over the simulator. */
@NullMarked
package dev.reprise.cli.lab;

import org.jspecify.annotations.NullMarked;
