/** From Resilience4j to Reprise. */
@NullMarked
package dev.reprise.examples.migration.resilience4j;

import org.jspecify.annotations.NullMarked;
