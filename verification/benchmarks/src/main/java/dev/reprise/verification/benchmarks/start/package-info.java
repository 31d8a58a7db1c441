/** Start of the command line, compared with a bare start of Java. */
@NullMarked
package dev.reprise.verification.benchmarks.start;

import org.jspecify.annotations.NullMarked;
