/**
 * The annotation processor for {@link dev.reprise.declared.Retryable}: it generates a decorator
 * class for each annotated interface.
 */
@NullMarked
package dev.reprise.processor;

import org.jspecify.annotations.NullMarked;
