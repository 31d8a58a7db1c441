/**
 * The actuator endpoint {@code reprise}, the last reports, and the health contributor.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.actuator;

import org.jspecify.annotations.NullMarked;
