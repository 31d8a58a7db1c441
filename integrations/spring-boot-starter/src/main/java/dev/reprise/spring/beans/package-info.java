/**
 * {@code @Retryable} on Spring beans: the advisor that retries their methods, its place among other
 * advisors, and the checks at the start.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.beans;

import org.jspecify.annotations.NullMarked;
