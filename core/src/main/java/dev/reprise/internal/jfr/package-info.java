/** Events of calls for the flight recorder, if the JVM has one and it is recording. */
@NullMarked
package dev.reprise.internal.jfr;

import org.jspecify.annotations.NullMarked;
