/**
 * Operations and actions to retry, and the attempt that they can inspect.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.function;

import org.jspecify.annotations.NullMarked;
