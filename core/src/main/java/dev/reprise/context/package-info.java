/**
 * Transfer of the caller's context, such as logging or tracing, to the threads on which a call
 * continues.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.context;

import org.jspecify.annotations.NullMarked;
