/**
 * Retries by annotation: the readers of {@link dev.reprise.declared.Retryable}, and the proxies
 * around annotated types.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.declared;

import org.jspecify.annotations.NullMarked;
