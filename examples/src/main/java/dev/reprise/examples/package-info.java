/** Small programs that README and guide show; the tests beside them run each. */
@NullMarked
package dev.reprise.examples;

import org.jspecify.annotations.NullMarked;
