/** From guava-retrying to Reprise. */
@NullMarked
package dev.reprise.examples.migration.guavaretrying;

import org.jspecify.annotations.NullMarked;
