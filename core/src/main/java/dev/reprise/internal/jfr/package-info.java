/** What the flight recorder keeps of calls, where the JVM has one and it is recording. */
@NullMarked
package dev.reprise.internal.jfr;

import org.jspecify.annotations.NullMarked;
