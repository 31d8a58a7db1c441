/** Small programs shown in README and guide; each has a test. */
@NullMarked
package dev.reprise.examples;

import org.jspecify.annotations.NullMarked;
