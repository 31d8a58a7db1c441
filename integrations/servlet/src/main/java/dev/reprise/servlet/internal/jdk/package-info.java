/** Exchanges of the JDK's HTTP server, with response bodies that are held in memory. */
@NullMarked
package dev.reprise.servlet.internal.jdk;

import org.jspecify.annotations.NullMarked;
