/**
 * Retries by name from the application's properties.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.policies;

import org.jspecify.annotations.NullMarked;
