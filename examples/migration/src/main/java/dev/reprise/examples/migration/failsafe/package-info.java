/** From Failsafe to Reprise. */
@NullMarked
package dev.reprise.examples.migration.failsafe;

import org.jspecify.annotations.NullMarked;
