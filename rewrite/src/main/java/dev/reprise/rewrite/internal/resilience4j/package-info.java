/** The rules for Resilience4j Retry 2: code, annotations and configuration. */
@NullMarked
package dev.reprise.rewrite.internal.resilience4j;

import org.jspecify.annotations.NullMarked;
