/** A method that is retried because of an annotation: by proxies, aspects and a generated class. */
@NullMarked
package dev.reprise.verification.benchmarks.declared;

import org.jspecify.annotations.NullMarked;
