/** From tenacity and backoff, two libraries for Python to Reprise. */
@NullMarked
package dev.reprise.examples.migration.tenacity;

import org.jspecify.annotations.NullMarked;
