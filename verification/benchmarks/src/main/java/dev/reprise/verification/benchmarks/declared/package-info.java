/** A method that an annotation makes retried: through proxies, aspects and a generated class. */
@NullMarked
package dev.reprise.verification.benchmarks.declared;

import org.jspecify.annotations.NullMarked;
