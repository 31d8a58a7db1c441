/**
 * The annotation processor for {@link dev.reprise.declared.Retryable}: it generates a decorator
 * class for each annotated interface.
 *
 * <p>Arguments and results are not null. The compiler uses a processor on one thread. A generated
 * class may be used by several threads at the same time if its target may.
 */
@NullMarked
package dev.reprise.processor;

import org.jspecify.annotations.NullMarked;
