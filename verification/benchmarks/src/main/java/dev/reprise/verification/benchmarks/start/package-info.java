/** How long the command line takes to start, beside a bare start of Java. */
@NullMarked
package dev.reprise.verification.benchmarks.start;

import org.jspecify.annotations.NullMarked;
