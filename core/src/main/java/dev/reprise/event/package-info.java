/**
 * Events of running calls, and their listeners.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.event;

import org.jspecify.annotations.NullMarked;
