/**
 * Settings for further attempts that are sent while an attempt is in flight.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.hedge;

import org.jspecify.annotations.NullMarked;
