/** The annotation processor behind {@link dev.reprise.declared.Retryable}. */
@NullMarked
package dev.reprise.processor;

import org.jspecify.annotations.NullMarked;
