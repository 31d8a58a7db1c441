/**
 * Retries by name, read from properties and reloadable at run time.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.registry;

import org.jspecify.annotations.NullMarked;
